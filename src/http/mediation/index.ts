export { discoveryPlugin } from './discovery.ts';
export { mediationOpenApi } from './openapi.ts';
export { type MediationExchange, mediationPlugin } from './plugin.ts';
export { PREFIX } from './route-path.ts';
