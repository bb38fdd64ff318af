export { DerError, type DerErrorCode } from '../errors.ts';
export { DerReader, readDer } from './reader.ts';
export { DER, DEVIATIONS, type Deviation, type EncodingRules, PHONE } from './rules.ts';
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
