import { Compile } from 'typebox/compile';
import { DocumentType } from './document-type.ts';
import mdl from './mdl.json' with { type: 'json' };

export type { DocumentType, ValueType } from './document-type.ts';

const check = Compile(DocumentType);

/** The document types that are shipped, by docType. */
export const DOCUMENT_TYPES: ReadonlyMap<string, DocumentType> = new Map(
  [mdl].map((data) => {
    const documentType = check.Parse(data);
    return [documentType.docType, documentType];
  }),
);
