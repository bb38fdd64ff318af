/** The member of the result of an interaction that names the sign-in by an organisation. */
export const SIGN_IN = 'organisationSignIn';
