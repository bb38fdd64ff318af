import { randomUUID } from 'node:crypto';
import { nextStep } from '../../conventions/event-loop-turns.ts';
import { randomShare } from '../../conventions/random-text.ts';
import { DAY } from '../../conventions/time.ts';
import { issueMso } from '../../formats/mdoc/index.ts';
import { signerNumber } from '../compromise/signer-number.ts';
import type { IssuerDeps } from '../deps.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, IssuedMso } from '../model/index.ts';
import { documentPolicy } from '../policy.ts';
import type { DocumentSigner } from '../ports/keys.ts';
import type { IssuedDocument } from '../record/document.ts';
import type { StatusEntry } from '../status/list-entries.ts';
import type { CertifiableKey } from './auth-keys.ts';
import { type MsoValidity, msoValidity, requireWithinValidity } from './validity.ts';

/** An MSO whose bytes were not purged. */
export type StoredMso = IssuedMso & Required<Pick<IssuedMso, 'staticAuthData'>>;

function validityOf(
  { notAfter }: Pick<CertifiableKey, 'notAfter'>,
  { docType, expiresAt }: IssuedDocument,
  signer: DocumentSigner,
  share: number,
  { clock, policy }: Pick<IssuerDeps, 'clock' | 'policy'>,
): MsoValidity {
  requireWithinValidity(signer, clock());
  const caps = [notAfter, signer.notAfter, ...(expiresAt === undefined ? [] : [expiresAt])];
  const validity = msoValidity(clock(), documentPolicy(policy, docType), caps, share);
  if (validity) return validity;
  throw new IssuerError('invalidState', 'the document, the key or the document signer is about to expire');
}

type IssueDeps = Pick<IssuerDeps, 'keys' | 'clock' | 'policy' | 'random'> & {
  /** Undefined for MSOs that nobody will present: they have no status. */
  readonly statusEntries: IssuerDeps['statusEntries'] | undefined;
};

/** MSOs of a day or less need no status (ARF 3.0.0, VCR_01). */
const LONGEST_WITHOUT_STATUS = DAY;

/** A new entry of a status list, if MSOs of this type have one. */
async function statusOf(
  { docType, root }: { readonly docType: string; readonly root: string },
  { validFrom, validUntil }: MsoValidity,
  { policy, statusEntries }: IssueDeps,
): Promise<StatusEntry | undefined> {
  const { statusUri } = documentPolicy(policy, docType);
  if (
    statusUri === undefined ||
    statusEntries === undefined ||
    validUntil - validFrom <= LONGEST_WITHOUT_STATUS
  )
    return undefined;
  return statusEntries.take({ root, baseUri: statusUri, validUntil });
}

/** Signs one MSO for each key, in order, with new salts and digest ids. Stores nothing but new status lists. */
export async function issueMsos(
  credential: Pick<Credential, 'credentialId' | 'versionId'>,
  document: IssuedDocument,
  keys: readonly Pick<CertifiableKey, 'point' | 'keyHash' | 'notAfter'>[],
  deps: IssueDeps,
): Promise<readonly StoredMso[]> {
  const signer = await deps.keys.documentSigner();
  const template = document.template(signer);
  const { credentialId, versionId } = credential;
  const listed = { docType: document.docType, root: signer.root };
  const batch = {
    credentialId,
    versionId,
    batchId: randomUUID(),
    batchSize: keys.length,
    signer: signerNumber(signer.keyId),
  };
  // One day for the whole batch, so that the phone asks once.
  const share = randomShare(deps.random);
  const issued: StoredMso[] = [];
  for (const key of keys) {
    await nextStep();
    const validity = validityOf(key, document, signer, share, deps);
    const status = await statusOf(listed, validity, deps);
    const issue = { devicePoint: key.point, ...validity, ...(status && { status }), random: deps.random };
    const staticAuthData = await issueMso(template, issue, signer.sign);
    const stored = { keyHash: key.keyHash, ...batch, staticAuthData, expiresAt: validity.validUntil };
    issued.push(status ? { ...stored, status } : stored);
  }
  return issued;
}

function refuse(): never {
  throw new IssuerError('invalidFieldValue', 'authKeys holds a key that was certified before');
}

function id(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/**
 * If the request is an exact replay (the same set of keys for the same credential and version), returns the
 * stored MSOs in the order of the keys. Undefined if all keys are new. Refuses any mixture: two presentations
 * with a key that was certified twice could be linked. @throws IssuerError
 */
export function replayedMsos(
  known: readonly IssuedMso[],
  keys: readonly CertifiableKey[],
  { credentialId, versionId }: Credential,
): readonly StoredMso[] | undefined {
  const [first] = known;
  if (!first) return undefined;
  const sameBatch = known.every(({ batchId }) => batchId === first.batchId);
  const whole = known.length === keys.length && first.batchSize === keys.length;
  if (!sameBatch || !whole || first.credentialId !== credentialId || first.versionId !== versionId) refuse();
  const byKey = new Map(known.map((mso) => [id(mso.keyHash), mso]));
  return keys.map(({ keyHash }) => {
    const mso = byKey.get(id(keyHash));
    if (!mso?.staticAuthData) refuse();
    return { ...mso, staticAuthData: mso.staticAuthData };
  });
}
