export { HOLDER_PATHS } from './paths.ts';
export { type HolderSignIn, holderPagePlugin } from './plugin.ts';
export { type HolderVisit, holderCookies, WALLET_REQUEST } from './secrets.ts';
