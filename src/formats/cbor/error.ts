export type CborErrorCode =
  | 'truncated'
  | 'trailingBytes'
  | 'nonShortest'
  | 'indefinite'
  | 'duplicateKey'
  | 'invalidUtf8'
  | 'tooDeep'
  | 'tooManyItems'
  | 'tooLong'
  | 'unsupported'
  | 'unexpectedType'
  | 'unencodable';

/** Every refusal of this codec. `offset`: byte of the input where it was found, or of the output when encoding. */
export class CborError extends Error {
  override readonly name = 'CborError';
  readonly code: CborErrorCode;
  readonly offset: number;

  constructor(code: CborErrorCode, offset: number, message: string) {
    super(`${message} at byte ${offset}`);
    this.code = code;
    this.offset = offset;
  }
}
