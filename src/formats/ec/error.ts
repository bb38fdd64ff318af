export type EcErrorCode = 'malformedPoint' | 'notOnCurve' | 'malformedSpki' | 'unsupportedKey';

export class EcError extends Error {
  override readonly name = 'EcError';
  readonly code: EcErrorCode;

  constructor(code: EcErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
