export { HOLDER_PATHS } from './paths.ts';
export { type HolderSignIn, holderPagePlugin } from './plugin.ts';
export { type HolderVisit, holderCookies } from './secrets.ts';
