export * from './credential.ts';
export * from './encrypted-values.ts';
export * from './metadata-and-errors.ts';
export * from './operations.ts';
export * from './proofing.ts';
export { MAX_VALUE_BYTES } from './scalars.ts';
