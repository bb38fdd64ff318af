export { CborError, type CborErrorCode } from '../errors.ts';
export { decode } from './decode.ts';
export { encode, encodeInOrder } from './encode.ts';
export { headLength, MAJOR, writeHead } from './head.ts';
export { CborReader, type ItemKind } from './reader.ts';
export { type CborValue, type DecodeOptions, Encoded, Float, Tagged } from './value-and-limits.ts';
