import { hash } from 'node:crypto';
import { ConflictError, retryOnConflict } from '../../conventions/errors.ts';
import { nextStep } from '../../conventions/event-loop-turns.ts';
import { issuerSignedOf } from '../../formats/mdoc/index.ts';
import { changeCredential } from '../credential/change-credential.ts';
import { applyCredentialDeadline, credentialAt } from '../credential/current-credential.ts';
import { isLive } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import { IssuerError } from '../errors.ts';
import type { Credential } from '../model/index.ts';
import { issueMsos, replayedMsos, type StoredMso } from '../mso/issue.ts';
import type { IssuerReader } from '../ports/store.ts';
import { recordProblem } from '../proofing/assess-evidence.ts';
import { documentOf, type IssuedDocument } from '../record/document.ts';
import { GrantRefused } from './grant.ts';

type IssueDeps = Pick<IssuerDeps, 'store' | 'keys' | 'policy' | 'clock' | 'random' | 'statusEntries'>;

interface IssueRequest {
  readonly credentialId: string;
  /** Uncompressed points of keys of which the wallet proved possession, all different. */
  readonly points: readonly Uint8Array[];
  readonly requestId: string;
}

interface IssuedBatch {
  /** IssuerSigned of ISO/IEC 18013-5, one for each key, in order. */
  readonly credentials: readonly Buffer[];
  readonly batchId: string;
}

const ended = () => new GrantRefused('ended', 'the credential, or the record behind it, is not active');

/** The live credential of this channel. @throws GrantRefused `ended` */
export async function liveGrant(
  reader: IssuerReader,
  credentialId: string,
  now: number,
): Promise<Credential> {
  const stored = await reader.credential(credentialId);
  const credential = stored && credentialAt(stored, now);
  if (credential?.channel !== 'openid4vci' || !isLive(credential.state)) throw ended();
  return credential;
}

async function subjectOf({ credentialId }: IssueRequest, { store, policy, clock }: IssueDeps) {
  return store.snapshot(async (reader) => {
    const credential = await liveGrant(reader, credentialId, clock());
    const holder = await reader.holderSummary(credential.holderId);
    if (holder === undefined || (await recordProblem(reader, holder, clock(), policy.documentTypes)))
      throw ended();
    return { credential, document: await documentOf(reader, holder, policy.documentTypes) };
  });
}

/** The inputs of the MSOs must be unchanged. @throws ConflictError */
function requireUnchanged(read: Credential, found: Credential | undefined): asserts found is Credential {
  if (found?.state === read.state && found.versionId === read.versionId) return;
  throw new ConflictError('the credential was changed meanwhile');
}

const keysKnown = () => new GrantRefused('keysKnown', 'a key was certified before');

/** The MSOs of an earlier request with the same keys. @throws GrantRefused if only some of the keys are known */
async function replayOf(
  credential: Credential,
  keys: Parameters<typeof replayedMsos>[1],
  { store }: IssueDeps,
): Promise<readonly StoredMso[] | undefined> {
  const known = await store.snapshot(async (reader) => {
    const msos = await reader.msos(keys.map(({ keyHash }) => keyHash));
    if (msos.length > 0) requireUnchanged(credential, await reader.credential(credential.credentialId));
    return msos;
  });
  try {
    return replayedMsos(known, keys, credential);
  } catch (error) {
    if (error instanceof IssuerError) throw keysKnown();
    throw error;
  }
}

async function keep(
  read: Credential,
  issued: readonly StoredMso[],
  requestId: string,
  { store, clock }: IssueDeps,
): Promise<void> {
  const at = clock();
  await store.write(async (writer) => {
    const stored = await writer.credential(read.credentialId);
    requireUnchanged(read, stored);
    const credential = await applyCredentialDeadline(writer, stored, at);
    if (!isLive(credential.state)) throw ended();
    await changeCredential(writer, credential, { event: 'issue', actor: { kind: 'wallet', requestId }, at });
    await writer.insertMsos(issued);
  });
}

async function msosFor(request: IssueRequest, deps: IssueDeps) {
  const { credential, document } = await subjectOf(request, deps);
  const keys = request.points.map((point) => ({
    point,
    keyHash: hash('sha256', point, 'buffer'),
    // A key of a wallet has no certificate that ends.
    notBefore: 0,
    notAfter: Number.POSITIVE_INFINITY,
  }));
  const replayed = await replayOf(credential, keys, deps);
  if (replayed) return { document, msos: replayed };
  const msos = await issueMsos(credential, document, keys, deps);
  await keep(credential, msos, request.requestId, deps);
  return { document, msos };
}

/** Puts the values back into the items, whose digests were signed. */
async function issuerSigned(
  { namespaces }: IssuedDocument,
  msos: readonly StoredMso[],
): Promise<readonly Buffer[]> {
  const complete = issuerSignedOf(namespaces);
  const credentials: Buffer[] = [];
  for (const { staticAuthData } of msos) {
    await nextStep();
    credentials.push(complete(staticAuthData));
  }
  return credentials;
}

/** Issues one credential for each key. The same keys again get the same credentials. @throws GrantRefused */
export const issueCredential =
  (deps: IssueDeps) =>
  async (request: IssueRequest): Promise<IssuedBatch> => {
    const { document, msos } = await retryOnConflict(() => msosFor(request, deps));
    return { credentials: await issuerSigned(document, msos), batchId: msos[0]?.batchId ?? '' };
  };
