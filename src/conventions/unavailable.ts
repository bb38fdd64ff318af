/** What this server works with, its database above all, does not do its work now; the same request may succeed later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
