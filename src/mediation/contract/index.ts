export type { Adapter, AdSource } from './ad-sources.ts';
export { AD_FORMATS, PLATFORMS } from './enums.ts';
export type { MediationGroupDifference, MediationGroupRevision } from './history.ts';
export type { AdUnit, AdUnitMapping, App, PublisherAccount } from './inventory.ts';
export type { MediationAbExperiment } from './mediation-ab-experiment.ts';
export type { MediationGroup, MediationGroupLine, MediationGroupTargeting } from './mediation-group.ts';
export * from './methods.ts';
export { type ServedMethods, servedMethods } from './served.ts';
export { REVISION, SERVICE } from './service.ts';
