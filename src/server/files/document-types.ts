import { readFileSync } from 'node:fs';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  DocumentTypeError,
  parseDocumentType,
} from '../../issuer/document-types/index.ts';
import { SettingsError } from '../config/settings-error.ts';

/** @throws SettingsError with the position of every problem: `FILE:line:column` */
function readType(file: string): DocumentType {
  try {
    return parseDocumentType(readFileSync(file, 'utf8'));
  } catch (error) {
    const problems =
      error instanceof DocumentTypeError
        ? error.problems.map((problem) => `${file}:${problem}`)
        : [`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`];
    throw new SettingsError(problems.map((problem) => `issuer.documentTypes: ${problem}`));
  }
}

/** The shipped document types and those in files. If two have the same docType, the later one is used. */
export function documentTypes(files: readonly string[]): ReadonlyMap<string, DocumentType> {
  const own = files.map(readType);
  return new Map([...DOCUMENT_TYPES, ...own.map((type) => [type.docType, type] as const)]);
}
