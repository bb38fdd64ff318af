export { CALLS, type CallName, FoundRecord, REFUSALS, type RefusalName } from './contract.ts';
export type { LookupOutcome, ObservedLookup } from './fault.ts';
export { type FaultName, faultOf } from './fault.ts';
export { faultOfStatus, jsonOf } from './read-answer.ts';
export { type Connector, type ConnectorOptions, connector } from './record-source.ts';
export { CIRCUIT_STATES, type Circuit, LIMITS } from './resilience.ts';
export { type Endpoint, transport } from './transport.ts';
