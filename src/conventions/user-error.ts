/** What the command line ends with: wrong usage, a refusal or failure, no connection, a wait for a second person. */
export type Exit = 'usage' | 'failed' | 'unreachable' | 'awaited';

/** An error that its user can cause or mend, as its message says. The command line prints it without a stack. */
export class UserError extends Error {
  readonly exit: Exit = 'failed';
}
