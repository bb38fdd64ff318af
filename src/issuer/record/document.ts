import { LRUCache } from 'lru-cache';
import { MINUTE } from '../../conventions/time.ts';
import {
  type AccessControlProfile,
  encodeProvisionedCredential,
  type Provisioned,
} from '../../formats/android/index.ts';
import { decode, Tagged } from '../../formats/cbor/index.ts';
import { createMsoTemplate, type MsoTemplate } from '../../formats/mdoc/index.ts';
import type { DocumentType } from '../document-types/index.ts';
import type { HolderSummary } from '../model/index.ts';
import type { DocumentSigner } from '../ports/keys.ts';
import type { IssuerReader } from '../ports/store.ts';
import { decodeRecord, type RecordNamespace } from './record.ts';

/** All elements have this profile: the user authenticates for each presentation. */
const PROFILE: AccessControlProfile = { id: 1, userAuthentication: { timeoutMillis: 0 } };

/** A holder's record in the form that is issued, the same for all of the holder's devices. */
export interface IssuedDocument extends Provisioned {
  /** Credential plaintext: `{ provisionedData, accessControlProfiles }`. */
  readonly bytes: Uint8Array;
  /** When the document expires, in milliseconds; absent if its type has no expiry. */
  readonly expiresAt?: number;
  /** The template for MSOs of this signer, which is encoded only once. */
  template(signer: DocumentSigner): MsoTemplate;
}

/** The start of the document's expiry day, or its exact expiry time. */
function expiryOf(
  namespaces: readonly RecordNamespace[],
  { expiryElement }: DocumentType,
): number | undefined {
  if (!expiryElement) return undefined;
  const [namespace, identifier] = expiryElement;
  const elements = namespaces.find(({ name }) => name === namespace)?.elements ?? [];
  const element = elements.find((candidate) => candidate.identifier === identifier);
  const value = element && decode(element.value);
  if (!(value instanceof Tagged) || typeof value.value !== 'string') return undefined;
  const time = Date.parse(value.value);
  return Number.isNaN(time) ? undefined : time;
}

export function issueDocument(
  record: readonly RecordNamespace[],
  documentType: DocumentType,
): IssuedDocument {
  const { docType } = documentType;
  const namespaces = record.map(({ name, elements }) => ({
    name,
    elements: elements.map((element) => ({ ...element, accessControlProfiles: [PROFILE.id] })),
  }));
  const credential = { namespaces, accessControlProfiles: [PROFILE] };
  const expiresAt = expiryOf(record, documentType);
  const templates = new LRUCache<string, MsoTemplate, DocumentSigner>({
    max: 2,
    memoMethod: (_keyId, _stale, { context: { certificates } }) =>
      createMsoTemplate({ docType, namespaces: record, documentSignerCertificates: certificates }),
  });
  return {
    docType,
    ...credential,
    bytes: encodeProvisionedCredential(credential),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    template: (signer) => templates.memo(signer.keyId, { context: signer }),
  };
}

/** Number of cached documents; each takes a few times the size of its record. */
const KEPT_DOCUMENTS = 256;

const documents = new LRUCache<string, IssuedDocument>({ max: KEPT_DOCUMENTS });

/** The holder's document. The key of the cache changes with each change of the record. Reads the record only if it must. */
export async function documentOf(
  reader: Pick<IssuerReader, 'holder'>,
  { holderId, documentType, recordStamp }: HolderSummary,
  types: ReadonlyMap<string, DocumentType>,
): Promise<IssuedDocument> {
  const type = types.get(documentType);
  if (!type) throw new Error('the document type of a holder is not configured');
  const key = `${documentType} ${recordStamp}`;
  const known = documents.get(key);
  if (known) return known;
  const holder = await reader.holder(holderId);
  if (!holder) throw new Error('a holder was erased while its document was made');
  const document = issueDocument(decodeRecord(holder.record), type);
  documents.set(key, document);
  // Soon, so that no process must be told which holders were erased.
  setTimeout(() => documents.delete(key), MINUTE).unref();
  return document;
}
