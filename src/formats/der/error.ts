export type DerErrorCode =
  | 'truncated'
  | 'trailingBytes'
  | 'indefiniteLength'
  | 'nonMinimalLength'
  | 'nonMinimalTag'
  | 'tagTooLarge'
  | 'tooDeep'
  | 'unexpectedTag'
  | 'invalidBoolean'
  | 'invalidInteger'
  | 'invalidBitString'
  | 'invalidNull'
  | 'invalidOid'
  | 'invalidString'
  | 'invalidTime'
  | 'duplicateTag'
  | 'tooManyItems'
  | 'unencodable';

/** A refusal of the DER layer; `offset` counts bytes in the outermost buffer, 0 when writing. */
export class DerError extends Error {
  override readonly name = 'DerError';
  readonly code: DerErrorCode;
  readonly offset: number;

  constructor(code: DerErrorCode, offset: number, message: string) {
    super(offset > 0 ? `${message} (byte ${offset})` : message);
    this.code = code;
    this.offset = offset;
  }
}
