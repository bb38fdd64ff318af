import { UserError } from '../conventions/user-error.ts';

/** Wrong input that the command line parser cannot detect. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
  override readonly exit = 'usage';
}

/** The sign-in in the browser failed. */
export class SignInFailure extends UserError {
  override readonly name = 'SignInFailure';
}

/** The user answered no to a confirmation. */
export class Declined extends UserError {
  override readonly name = 'Declined';
}

/** A file in the folder of anchors was changed or cut off. */
export class DamagedAnchor extends UserError {
  override readonly name = 'DamagedAnchor';
}
