/** An error with one of a closed set of codes. Its name is that of the class. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

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

/** Another change to the same row came first, or an id was taken already. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Far more than changes to the same rows that can meet; a limit so that a fault ends. */
const MAX_ATTEMPTS = 20;

/** Starts the work again from reading when another change came first. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
