export type AuthenticationKeyErrorCode =
  | 'malformed'
  | 'unsupportedVersion'
  | 'unsupportedAlgorithm'
  | 'invalidKey'
  | 'invalidSignature'
  | 'criticalExtension'
  | 'invalidProofOfBinding';

/** A refusal of the certificate of an authentication key. */
export class AuthenticationKeyError extends Error {
  override readonly name = 'AuthenticationKeyError';
  readonly code: AuthenticationKeyErrorCode;

  constructor(code: AuthenticationKeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
