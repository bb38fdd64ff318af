export {
  type FieldReader,
  hasRepeats,
  isName,
  isShortestCbor,
  mdocDecoder,
  proofDecoder,
  structureDecoder,
} from './fields.ts';
export * as read from './readers.ts';
