export { oauthPlugin } from './on-demand.ts';
export { endpointsOf } from './paths.ts';
export type { OAuthExchange } from './plugin.ts';
export { tokenSigner } from './sign-token.ts';
export { type Bearer, bearer } from './verify/bearer.ts';
export { BearerRefusal } from './verify/challenge.ts';
