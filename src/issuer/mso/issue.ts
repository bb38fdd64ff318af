import { randomUUID } from 'node:crypto';
import { issueMso } from '../../formats/mdoc/index.ts';
import type { IssuerDeps } from '../deps.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, IssuedMso } from '../model/index.ts';
import { documentPolicy } from '../policy.ts';
import type { DocumentSigner } from '../ports/keys.ts';
import type { IssuedDocument } from '../record/document.ts';
import { nextTurn } from '../turns.ts';
import type { CertifiableKey } from './auth-keys.ts';
import { requireWithinValidity } from './signer-validity.ts';
import { type MsoValidity, msoValidity } from './validity.ts';

function validityOf(
  { notAfter }: Pick<CertifiableKey, 'notAfter'>,
  { docType, expiresAt }: IssuedDocument,
  signer: DocumentSigner,
  { clock, policy }: Pick<IssuerDeps, 'clock' | 'policy'>,
): MsoValidity {
  requireWithinValidity(signer, clock());
  const caps = [notAfter, signer.notAfter, ...(expiresAt === undefined ? [] : [expiresAt])];
  const validity = msoValidity(clock(), documentPolicy(policy, docType), caps);
  if (validity) return validity;
  throw new IssuerError('invalidState', 'the document, the key or the document signer is about to expire');
}

/** Signs one MSO for each key, in order, with fresh salts and digest ids. Nothing is stored here. */
export async function issueMsos(
  credential: Pick<Credential, 'credentialId' | 'versionId'>,
  document: IssuedDocument,
  keys: readonly Pick<CertifiableKey, 'point' | 'keyHash' | 'notAfter'>[],
  deps: Pick<IssuerDeps, 'keys' | 'clock' | 'policy' | 'random'>,
): Promise<readonly Required<IssuedMso>[]> {
  const signer = await deps.keys.documentSigner();
  const template = document.template(signer);
  const { credentialId, versionId } = credential;
  const batch = { credentialId, versionId, batchId: randomUUID(), batchSize: keys.length };
  const issued: Required<IssuedMso>[] = [];
  for (const key of keys) {
    await nextTurn();
    const validity = validityOf(key, document, signer, deps);
    const issue = { devicePoint: key.point, ...validity, random: deps.random };
    const staticAuthData = await issueMso(template, issue, signer.sign);
    issued.push({ keyHash: key.keyHash, ...batch, staticAuthData, expiresAt: validity.validUntil });
  }
  return issued;
}
