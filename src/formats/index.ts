export * from './cbor/index.ts';
export * from './cose/index.ts';
export * from './ec/index.ts';
export * from './hpke/index.ts';
