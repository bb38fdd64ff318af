import { readFileSync } from 'node:fs';
import { DOCUMENT_TYPES, type DocumentType, parseDocumentType } from '../../issuer/document-types/index.ts';
import { UsageError } from '../cli-errors.ts';

/** Short names of the built-in document types. */
const SHORT: Readonly<Record<string, string>> = {
  mdl: 'org.iso.18013.5.1.mDL',
  pid: 'eu.europa.ec.eudi.pid.1',
};

/** A built-in document type by short name or docType, or one of a file. */
export function documentTypeOf(name: string): DocumentType {
  const known = DOCUMENT_TYPES.get(SHORT[name.toLowerCase()] ?? name);
  if (known) return known;
  if (!/\.(json|ya?ml)$/.test(name)) {
    const names = [...Object.keys(SHORT), ...DOCUMENT_TYPES.keys()].join(', ');
    throw new UsageError(`${name} is no document type; use ${names}, or the file of your own (.json, .yaml)`);
  }
  try {
    return parseDocumentType(readFileSync(name, 'utf8'));
  } catch (error) {
    throw new UsageError(`${name} cannot be used: ${(error as Error).message}`);
  }
}
