export { type BrowserSecrets, browserSecrets } from './cookie-key.ts';
export { type SigningKeys, signingKeys } from './signing-keys.ts';
