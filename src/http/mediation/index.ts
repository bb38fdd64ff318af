export type { Identify } from './caller.ts';
export { DISCOVERY_PATH, discoveryPlugin } from './discovery.ts';
export type { MediationExchange } from './exchange.ts';
export { mediationOpenApi } from './openapi.ts';
export { mediationEnvelope, mediationPlugin } from './plugin.ts';
export { PREFIX } from './route-path.ts';
