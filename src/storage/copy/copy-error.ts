/** The copy cannot be made, or is not equal to what it is of. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
