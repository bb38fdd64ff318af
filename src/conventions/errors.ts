import { UserError } from './user-error.ts';

/** An error with a code from a closed set. Its name is that of the class. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A dependency of this server, usually the database, is unavailable. The same request may succeed later. */
export class UnavailableError extends UserError {
  override readonly name = 'UnavailableError';
  override readonly exit = 'unreachable';
  /** Code for operators to look up: SQLSTATE, SQLITE_FULL, ECONNREFUSED … */
  readonly code: string;

  /** `message` has fixed words, and messages of the database about itself. It never has content of rows. */
  constructor(message: string, code = 'UNAVAILABLE') {
    super(message);
    this.code = code;
  }
}

/** Another request changed the same row first, or the id is already taken. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Far more attempts than concurrent changes to a row; it only ends endless repetition caused by a bug. */
const MAX_ATTEMPTS = 20;

/** Repeats the work, including its reads, if another request changed the data first. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
