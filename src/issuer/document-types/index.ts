import type { DocumentType } from './document-type.ts';
import mdl from './mdl.json' with { type: 'json' };
import { checkDocumentType } from './parse.ts';
import photoId from './photo-id.json' with { type: 'json' };
import pid from './pid.json' with { type: 'json' };

export type { DocumentType, TypeNamespace, ValueType } from './document-type.ts';
export { identifiersOf, matchesIdentifier, shownName } from './identifier.ts';
export { DocumentTypeError, parseDocumentType } from './parse.ts';

/** The built-in document types, by docType. */
export const DOCUMENT_TYPES: ReadonlyMap<string, DocumentType> = new Map(
  [mdl, pid, photoId].map((data) => {
    const { documentType, problems } = checkDocumentType(data);
    if (!documentType) throw new Error(`a shipped document type is wrong: ${problems[0]?.description}`);
    return [documentType.docType, documentType];
  }),
);
