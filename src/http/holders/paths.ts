/** Paths of the pages for holders; their cookies are sent below the first one. */
export const HOLDER_PATHS = {
  page: '/add/',
  signIn: '/add/sign-in',
  signedIn: '/add/signed-in',
  wallet: '/add/wallet',
} as const;
