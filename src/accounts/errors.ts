/** Another change came first, or an id or an email is taken. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}
