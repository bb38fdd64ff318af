export * from './encrypted-values.ts';
export * from './metadata-and-errors.ts';
export * from './operation-outlines.ts';
export * from './operations.ts';
export * from './proofing-and-credential.ts';
export { MAX_VALUE_BYTES } from './scalars.ts';
