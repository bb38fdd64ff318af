export { oauthEnvelope } from './errors.ts';
export { oauthPlugin } from './load-plugin.ts';
export { adminResource, endpointsOf, organisationCallback, RESOURCE_METADATA_PATH } from './paths.ts';
export type { Registration } from './sign-in/organisation/relying-party.ts';
export { type Bearer, bearer } from './verify/bearer.ts';
export { BearerRefusal } from './verify/challenge.ts';
export { operatorTokens } from './verify/operator.ts';
export { tokenSigner } from './verify/own-token.ts';
