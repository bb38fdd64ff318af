export { DerError, type DerErrorCode } from '../errors.ts';
export { DerReader, readDer } from './reader.ts';
export { decodeString, type EncodableStringType, encodeString, isStringTag } from './string.ts';
export {
  contextConstructed,
  contextPrimitive,
  type DerTag,
  isConstructed,
  isContextTag,
  TAG,
  tagNumber,
} from './tag.ts';
export * as derWriter from './writer.ts';
