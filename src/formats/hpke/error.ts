/** `malformed`: a key or point that cannot be one; `openFailed`: the ciphertext is not for this key and context. */
export type HpkeErrorCode = 'malformed' | 'openFailed';

export class HpkeError extends Error {
  override readonly name = 'HpkeError';
  readonly code: HpkeErrorCode;

  constructor(code: HpkeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
