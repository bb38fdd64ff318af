export type StateFileErrorCode = 'missing' | 'unreadable' | 'unwritable' | 'malformed' | 'unsupportedVersion';

/** The state file cannot be used; the message never holds any of its content. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code: StateFileErrorCode;

  constructor(code: StateFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
