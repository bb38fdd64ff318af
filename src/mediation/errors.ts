/** Another change came first, or an id was taken: the operation starts again from reading. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}
