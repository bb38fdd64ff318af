export { faultOfStatus, jsonOf } from './answer.ts';
export { CALLS, Found, REFUSALS } from './contract.ts';
export { type FaultName, faultOf } from './fault.ts';
export type { LookupOutcome, ObservedLookup } from './observe.ts';
export { type ConnectorOptions, connector } from './record-source.ts';
export { CIRCUIT_STATES, type Circuit, LIMITS } from './resilience.ts';
export { type Endpoint, transport } from './transport.ts';
