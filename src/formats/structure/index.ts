export { type FieldReader, mdocDecoder, proofDecoder, structureDecoder } from './fields.ts';
export { hasRepeats, isName, isShortestCbor } from './limits.ts';
export * as read from './readers.ts';
