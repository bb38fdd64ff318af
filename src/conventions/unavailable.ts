/** What this server works with, its database above all, does not do its work now; the same request may succeed later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** What whoever runs the server looks up: SQLSTATE, SQLITE_FULL, ECONNREFUSED … */
  readonly code: string;

  /** `message`: fixed words and words of the database about itself, never about rows. */
  constructor(message: string, code = 'UNAVAILABLE') {
    super(message);
    this.code = code;
  }
}
