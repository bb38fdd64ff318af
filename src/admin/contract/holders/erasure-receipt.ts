import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DocumentSignature } from '../../../audit/index.ts';
import { closed, Time } from '../../../conventions/json-schema.ts';

const ErasureReceipt = Type.Object(
  {
    format: Type.Literal('diptych erasure receipt 1'),
    issueTime: Time('When the receipt was signed.'),
    erasureId: Type.String({ description: 'Replaces the id of the holder in the audit log.' }),
    holder: Type.Optional(
      Type.String({
        description:
          'Digest of the id of the holder, with a key that only this server has: the receipts of one holder have the same. Absent if a version before 0.3 erased the holder.',
      }),
    ),
    event: Type.String({
      description: 'Id of the event in the audit log; `diptych events prove` proves it.',
    }),
    eraseTime: Time('When the holder was erased.'),
    completeTime: Type.Optional(
      Time(
        'From when on no backup of the database can be read for the holder; absent if the record was not encrypted.',
      ),
    ),
    epoch: Type.Optional(
      Type.Integer({ description: 'The last epoch whose key can decrypt copies of the key of the holder.' }),
    ),
    destroyTime: Type.Optional(
      Time('When the key of this epoch was destroyed; absent until then, so ask again after completeTime.'),
    ),
    destroyEvent: Type.Optional(Type.String({ description: 'Id of this event in the audit log.' })),
  },
  closed,
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

export const SignedReceipt = Type.Object({ receipt: ErasureReceipt, ...DocumentSignature });
export type SignedReceipt = Static<typeof SignedReceipt>;

const shape = Compile(SignedReceipt);

/** Undefined if it is not a receipt. */
export function parseSignedReceipt(value: unknown): SignedReceipt | undefined {
  return shape.Check(value) ? value : undefined;
}
