/** The sign-in in the browser did not come to a good end. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
}
