import { ProofError } from '../../formats/android/index.ts';
import type { DocumentType } from '../document-types/index.ts';
import { MAX_SEALED_PLAINTEXT } from '../envelope/seal.ts';
import type { Finding } from '../model/index.ts';
import { issueDocument } from './document.ts';
import type { RecordNamespace } from './record.ts';

/** The proof of provisioning repeats the data with about this many bytes around it, and has the same limit. */
const PROOF_OVERHEAD = 256;
const LIMIT = MAX_SEALED_PLAINTEXT - PROOF_OVERHEAD;

/** Bytes of the credential; undefined when a device could not store it. */
function documentSize(record: readonly RecordNamespace[], type: DocumentType): number | undefined {
  try {
    return issueDocument(record, type).bytes.length;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** Whether a device can store the record and the interface can carry it. */
export function sizeFindings(record: readonly RecordNamespace[], type: DocumentType): readonly Finding[] {
  const finding = { id: 'tooLarge', severity: 'error', rule: 'EncryptedData', path: '' } as const;
  const size = documentSize(record, type);
  if (size === undefined) {
    const problem = 'a device cannot store this: at most 31 namespaces of 255 elements each';
    return [{ ...finding, problem }];
  }
  if (size <= LIMIT) return [];
  const problem = `the credential has ${size} bytes, at most ${LIMIT} fit; use a smaller portrait`;
  return [{ ...finding, problem }];
}
