import type { ErrorReason } from '../../issuer/contract/index.ts';
import { type BodyChange, type Fault, onlyFor, refusedWith, without, withValue } from './fault.ts';

const operation = 'getDeviceRegistrationNonce';
const TOO_LONG = 'x'.repeat(257);

type Row = readonly [name: string, what: string, reason: ErrorReason, change: BodyChange];

const ROWS: readonly Row[] = [
  [
    'missing-request-metadata',
    'requestMetadata is absent',
    'missingRequiredField',
    without('requestMetadata'),
  ],
  ['missing-request-id', 'requestId is absent', 'missingRequiredField', without('requestMetadata.requestId')],
  [
    'empty-request-id',
    'requestId is empty',
    'missingRequiredField',
    withValue('requestMetadata.requestId', ''),
  ],
  ['missing-version', 'version is absent', 'missingRequiredField', without('requestMetadata.version')],
  ['missing-issuer-id', 'issuerId is absent', 'missingRequiredField', without('requestMetadata.issuerId')],
  [
    'wrong-api-version',
    'the API version is unknown',
    'invalidApiVersion',
    withValue('requestMetadata.version', { major: 99, minor: 7 }),
  ],
  [
    'wrong-type-of-version',
    'a version number is a text',
    'invalidFieldValue',
    withValue('requestMetadata.version.major', 'one'),
  ],
  [
    'wrong-issuer-id',
    'the request is for another issuer',
    'forbidden',
    withValue('requestMetadata.issuerId', 'An_Issuer_Elsewhere'),
  ],
  [
    'missing-device-reference-id',
    'deviceReferenceId is absent',
    'missingRequiredField',
    without('deviceReferenceId'),
  ],
  [
    'too-long-device-reference-id',
    'deviceReferenceId is longer than any id',
    'invalidFieldValue',
    withValue('deviceReferenceId', TOO_LONG),
  ],
  [
    'wrong-type-of-device-reference-id',
    'deviceReferenceId is a number',
    'invalidFieldValue',
    withValue('deviceReferenceId', 7),
  ],
  ['body-is-a-list', 'the body is a JSON list', 'invalidFieldValue', (body) => [body]],
];

/** Faults of the metadata, which every operation checks. */
export const METADATA_FAULTS: readonly Fault[] = ROWS.map(([name, what, reason, change]) => ({
  name,
  what,
  operation,
  from: 'new',
  expected: refusedWith(reason),
  apply: { request: onlyFor(operation, change) },
}));
