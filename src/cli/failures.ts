/** Wrong input that the parser of the command line cannot detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The sign-in in the browser failed. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}

/** The user answered a confirmation with no. */
export class Declined extends Error {
  override readonly name = 'Declined';
}
