/** Wrong input that the command line parser cannot detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The sign-in in the browser failed. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}

/** The user answered no to a confirmation. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** A file in the folder of anchors was changed or cut off. */
export class DamagedAnchor extends Error {
  override readonly name = 'DamagedAnchor';
}
