export { CALLS, Found, REFUSALS } from './contract.ts';
export type { ObservedLookup } from './observe.ts';
export { type ConnectorOptions, connector } from './record-source.ts';
export { CIRCUIT_STATES, type Circuit, LIMITS } from './resilience.ts';
export type { Endpoint } from './transport.ts';
