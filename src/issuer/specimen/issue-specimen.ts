import { hash } from 'node:crypto';
import { newKeyPair } from '../../formats/ec/index.ts';
import {
  completeStaticAuthData,
  decodeStaticAuthData,
  encodeIssuerSigned,
} from '../../formats/mdoc/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { DocumentType } from '../document-types/index.ts';
import { issueMsos } from '../mso/issue.ts';
import { issueDocument } from '../record/document.ts';
import { decodeRecord } from '../record/record.ts';

const NOBODY = { credentialId: 'specimen', versionId: 'specimen' };

/**
 * IssuerSigned (ISO 18013-5 8.3.2.1.2.2) of a record, issued as any other. The private half of its device key is
 * forgotten at once, so that nobody can present it as a holder.
 */
export async function issueSpecimen(
  record: Uint8Array,
  type: DocumentType,
  deps: Pick<IssuerDeps, 'keys' | 'clock' | 'policy' | 'random'>,
): Promise<Uint8Array> {
  const namespaces = decodeRecord(record);
  const { point } = newKeyPair();
  const key = { point, keyHash: hash('sha256', point, 'buffer'), notAfter: Number.MAX_SAFE_INTEGER };
  const [mso] = await issueMsos(NOBODY, issueDocument(namespaces, type), [key], deps);
  if (!mso) throw new Error('one key gives one mobile security object');
  const storedValue = (namespace: string, identifier: string) =>
    namespaces
      .find(({ name }) => name === namespace)
      ?.elements.find((element) => element.identifier === identifier)?.value;
  return encodeIssuerSigned(completeStaticAuthData(decodeStaticAuthData(mso.staticAuthData), storedValue));
}
