export * from './explain.ts';
export { LIMITS } from './limits.ts';
export type { Mismatch, ResolveRequest } from './match.ts';
export type { Criterion } from './order.ts';
export * from './parse-snapshot.ts';
export { type Resolution, resolve } from './resolve.ts';
export { SLOTS, slotOf, type Variant, variantOf } from './slot.ts';
export * from './snapshot.ts';
