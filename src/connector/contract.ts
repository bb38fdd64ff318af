import { type Static, type TSchema, Type } from 'typebox';
import { closed } from '../conventions/json-schema.ts';
import { Identifier } from '../issuer/contract/scalars.ts';

/** A holder as the system of record describes them. */
const SourcedRecord = Type.Object(
  {
    id: Identifier("The system's own id of the person, always the same; personal data does not belong here."),
    documentType: Type.Optional(
      Type.String({ description: 'docType; the mDL when left out.', minLength: 1, maxLength: 256 }),
    ),
    elements: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Data elements by namespace and identifier, as in an import; bytes are base64.',
    }),
    validUntil: Type.Optional(
      Type.String({
        description: 'RFC 3339. After this time the answer is out of date and is not used.',
        format: 'date-time',
      }),
    ),
  },
  { title: 'Record', ...closed },
);
export type SourcedRecord = Static<typeof SourcedRecord>;

export const FoundRecord = Type.Object({ record: SourcedRecord }, closed);

/**
 * Reasons why the system has no record to return, each with its HTTP status. Wallets learn only the reasons
 * that the policy discloses.
 */
export const REFUSALS = {
  codeUnknown: 404,
  codeUsed: 410,
  codeExpired: 410,
  recordMissing: 404,
  recordExpired: 409,
  recordRevoked: 409,
  recordCanceled: 409,
  recordSuspended: 409,
  recordNotEntitled: 409,
} as const;
export type RefusalName = keyof typeof REFUSALS;

const Refusal = <Name extends RefusalName>(title: string, names: readonly Name[]) =>
  Type.Object({ error: Type.Enum([...names]) }, { title, ...closed });

const OF_RECORD = [
  'recordMissing',
  'recordExpired',
  'recordRevoked',
  'recordCanceled',
  'recordSuspended',
  'recordNotEntitled',
] as const;

const requestId = Identifier('Id of the request that caused the lookup, for the logs of both sides.');

interface Call {
  /** Appended to the configured base address. */
  readonly path: string;
  readonly summary: string;
  readonly request: TSchema;
  /** Body of an answer without a record. */
  readonly refusal: TSchema;
}

/**
 * The calls that the server makes. Each is a POST, so that no code and no id appears in a URL or in logs of
 * URLs.
 */
export const CALLS = {
  lookupByCode: {
    path: '/v1/records:lookupByCode',
    summary: 'Claim a pre-authorization code and return the record of its holder',
    request: Type.Object({
      code: Type.String({ description: 'The code as the user entered it, at most 512 bytes.', minLength: 1 }),
      claimId: Identifier('The same code with the same claimId is a retry and must get the same answer.'),
      deviceReferenceId: Identifier('The device that the code came from.'),
      requestId,
    }),
    refusal: Refusal('CodeRefusal', ['codeUnknown', 'codeUsed', 'codeExpired', ...OF_RECORD]),
  },
  get: {
    path: '/v1/records:get',
    summary: 'Return the current record of a holder',
    request: Type.Object({ id: Identifier('The id of the record.'), requestId }),
    refusal: Refusal('RecordRefusal', OF_RECORD),
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
export type CallRequest<Name extends CallName> = Static<(typeof CALLS)[Name]['request']>;
