import type { LoggedEntry, Subject } from '../../audit/entry.ts';
import { signDocument } from '../../audit/index.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { ErasureReceipt } from '../contract/holders/erasure-receipt.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';

type ReceiptDeps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'erasures' | 'sealCustody'>;

async function eventOf<Of extends Subject>(
  reader: OperatorReader,
  subject: Of,
  subjectId: string,
  event: 'erase' | 'destroy',
): Promise<LoggedEntry | undefined> {
  return (await reader.listEntries({ limit: 1 }, { subject, subjectId, event }))[0];
}

interface Found {
  readonly erasureId: string;
  readonly digest?: string;
}

/**
 * Erasures that the id may mean, the most probable one first. After the restore of an older database an erasure was
 * repeated with another id, so the id of the first one means the repeated one too.
 */
async function erasuresFor({ erasures }: ReceiptDeps, id: string): Promise<readonly Found[]> {
  const holder = erasures.digestOf(id);
  const found = await erasures.find(({ digest, erasureId }) => digest === holder || erasureId === id);
  const named = found.find(({ erasureId }) => erasureId === id);
  if (!named) return [...found, { erasureId: id }];
  return [named, ...(await erasures.find(({ digest }) => digest === named.digest))];
}

interface Erased {
  readonly entry: LoggedEntry;
  readonly digest: string | undefined;
}

async function erasedIn(reader: OperatorReader, found: readonly Found[]): Promise<Erased> {
  for (const { erasureId, digest } of found) {
    const entry = await eventOf(reader, 'holder', erasureId, 'erase');
    if (entry) return { entry, digest };
  }
  throw new StatusError('ERASURE_NOT_FOUND', 'the audit log has no erasure of a holder with this id');
}

/** What `eraseHolder` wrote about the encryption of the record. */
interface Encrypted {
  readonly completeTime?: string;
  readonly epoch?: number;
}

async function receiptOf(
  reader: OperatorReader,
  { entry, digest }: Erased,
  now: number,
): Promise<ErasureReceipt> {
  const { completeTime, epoch } = (entry.details?.after ?? {}) as Encrypted;
  const destroyed =
    epoch === undefined ? undefined : await eventOf(reader, 'recordKey', `epoch-${epoch}`, 'destroy');
  return {
    format: 'diptych erasure receipt 1',
    issueTime: isoTime(now),
    erasureId: entry.subjectId,
    ...(digest !== undefined && { holder: digest }),
    event: entry.changeId,
    eraseTime: isoTime(entry.at),
    ...(completeTime !== undefined && { completeTime }),
    ...(epoch !== undefined && { epoch }),
    ...(destroyed && { destroyTime: isoTime(destroyed.at), destroyEvent: destroyed.changeId }),
  };
}

export const getErasureReceipt = operation(HOLDER_METHODS.getErasureReceipt, {
  needs: issuer,
  async run(deps, { id }) {
    const { store, clock, sealCustody } = deps;
    const found = await erasuresFor(deps, id);
    const receipt = await store.read(async (reader) => {
      if (await reader.holder(id))
        throw new StatusError('HOLDER_NOT_ERASED', 'there is a holder with this id, so it is not erased');
      return receiptOf(reader, await erasedIn(reader, found), clock());
    });
    const signature = await signDocument(sealCustody, receipt);
    if (signature) return { receipt, ...signature };
    throw new StatusError(
      'NO_SEALS',
      'nothing was sealed yet, and the key of the seals signs the receipt; try again in ten minutes',
    );
  },
});
