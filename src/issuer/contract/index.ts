export * from './credential.ts';
export * from './encrypted-values.ts';
export * from './errors.ts';
export * from './metadata.ts';
export * from './operations.ts';
export * from './proofing.ts';
export { MAX_VALUE_BYTES } from './scalars.ts';
export * from './sealed-values.ts';
