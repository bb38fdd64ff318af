import { structureDecoder } from '../structure/index.ts';

export type ProofErrorCode =
  | 'malformed'
  | 'unencodable'
  | 'invalidSignature'
  | 'wrongKind'
  | 'wrongDocType'
  | 'wrongChallenge'
  | 'testCredential';

/** A refusal of what a device says of its credential; messages name members, never their values. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const decoder = structureDecoder(
  (message, cause) => new ProofError('malformed', message, cause === undefined ? undefined : { cause }),
);
