export type CoseErrorCode =
  | 'malformed'
  | 'criticalHeader'
  | 'unsupportedAlgorithm'
  | 'unsupportedKey'
  | 'malformedKey'
  | 'malformedSignature';

export class CoseError extends Error {
  override readonly name = 'CoseError';
  readonly code: CoseErrorCode;

  constructor(code: CoseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
