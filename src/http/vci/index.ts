export type { VciHolders } from './options.ts';
export { vciPlugin } from './plugin.ts';
export { vciTokens } from './tokens.ts';
