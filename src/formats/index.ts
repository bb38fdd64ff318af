export * from './android/index.ts';
export * from './cbor/index.ts';
export * from './cose/index.ts';
export * from './der/index.ts';
export * from './ec/index.ts';
export * from './hpke/index.ts';
export * from './mdoc/index.ts';
export * from './x509/index.ts';
