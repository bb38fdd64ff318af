import type { KeyObject } from 'node:crypto';
import { StatusError } from '../conventions/status.ts';
import { type Certificate, parseCertificate } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import { pointOfPrivateKey, privateKeyFromPem } from './file-custody.ts';
import {
  isLive,
  type KeyChange,
  type KeyRecord,
  type KeyRegister,
  type KeyRegisterReader,
  type KeyRegisterWriter,
  type KeyRole,
  type KeyStage,
  type SignerRole,
} from './key-register.ts';
import { type KeyMaker, newKeyId, registerNewKey } from './make-key.ts';
import { addRotated } from './rotation.ts';
import { certificateFrom, certifiedPoint, registeredRoot, signerProblems } from './signer-certificate.ts';

/** PEM texts. */
interface SignerImport {
  /** `documentSigner` by default. */
  readonly role?: SignerRole;
  readonly certificate: string;
  readonly privateKey?: string;
  readonly issuer?: string;
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;

function invalid(field: string, description: string): StatusError {
  return new StatusError('CERTIFICATE_INVALID', `${field}: ${description}`, [{ field, description }]);
}

function readCertificate(field: 'certificate' | 'issuer', pem: string): Certificate {
  const certificate = certificateFrom(pem);
  if (certificate) return certificate;
  throw invalid(field, 'is not one X.509 certificate in PEM');
}

function rootOf(
  records: readonly KeyRecord[],
  signer: Certificate,
  { role, issuer }: SignerImport,
): Certificate {
  const root = registeredRoot(records, signer);
  // A list is for MSOs under the same root (ISO/IEC 18013-5, second edition, 12.3.6).
  if (role === 'statusSigner' && !root)
    throw invalid(
      'certificate',
      'was not issued by a registered root; import the document signer of its root first',
    );
  if (issuer !== undefined) return readCertificate('issuer', issuer);
  if (root) return root;
  throw invalid('issuer', 'is required, because no registered root issued the certificate');
}

function requireFitting(
  role: SignerRole,
  signer: Certificate,
  root: Certificate,
  { subject, clock }: KeyMaker,
): void {
  const problems = signerProblems(role, signer, root, subject, clock());
  if (problems.length === 0) return;
  const text = problems.map(({ field, description }) => `${field}: ${description}`).join('; ');
  throw new StatusError('CERTIFICATE_INVALID', text, problems);
}

function readPrivateKey(pem: string, point: Uint8Array): KeyObject {
  const key = privateKeyFromPem(pem);
  if (!key) throw invalid('privateKey', 'is not a private key in PEM without a passphrase');
  if (isSame(pointOfPrivateKey(key), point)) return key;
  throw invalid('privateKey', 'is not the key of the certificate');
}

/** Imports the key and returns its id. */
async function adopted(maker: KeyMaker, pem: string, point: Uint8Array): Promise<string> {
  const key = readPrivateKey(pem, point);
  const { adopt } = maker.custody;
  if (!adopt) {
    throw new StatusError(
      'KEYS_ARE_MADE_IN_THE_TOKEN',
      'private keys cannot be imported into a token; make one in it with: diptych keys request',
    );
  }
  const { keyId } = newKeyId(maker);
  await adopt(keyId, key);
  return keyId;
}

/** Finds the key that was made here for the certificate and returns its id. */
async function heldKey({ custody }: KeyMaker, point: Uint8Array): Promise<string> {
  for (const { keyId } of await custody.list()) {
    if (isSame(await custody.publicPoint(keyId), point)) return keyId;
  }
  throw invalid('privateKey', 'is required, because the key of the certificate is not in custody here');
}

/** A new root becomes the active root; earlier roots issue no more certificates. */
async function addRoot(writer: KeyRegisterWriter, root: KeyRecord, change: KeyChange): Promise<void> {
  const roots = (await writer.list()).filter((record) => record.role === 'iaca' && isLive(record));
  if (roots.some(({ certificate }) => isSame(certificate, root.certificate))) return;
  for (const other of roots) if (other.stage === 'active') await writer.setStage(other, 'grace', change);
  await writer.insert(root, change);
}

/**
 * Readers refuse what a compromised root certified, and it may have been certified by somebody else. Another certificate of
 * the same key does not change that.
 */
async function requireTrustedRoot(reader: KeyRegisterReader, { spki }: Certificate): Promise<void> {
  const compromised = new Set((await reader.compromises()).map(({ keyId }) => keyId));
  const roots = (await reader.list()).filter(({ role, keyId }) => role === 'iaca' && compromised.has(keyId));
  if (roots.some(({ certificate }) => isSame(parseCertificate(certificate).spki, spki)))
    throw invalid('certificate', 'was issued by a compromised root; use a certificate of a new root');
}

/** Refuses a key that is already registered or was discarded. */
async function requireNewKey(reader: KeyRegisterReader, point: Uint8Array, keyId?: string): Promise<void> {
  const discarded = (await reader.requests()).filter(({ discardedAt }) => discardedAt !== undefined);
  if (discarded.some((request) => request.keyId === keyId))
    throw new StatusError('KEY_DISCARDED', 'the key of the certificate was discarded');
  const known = (await reader.list()).some(({ certificate }) =>
    isSame(certifiedPoint(parseCertificate(certificate)), point),
  );
  if (!known) return;
  throw new StatusError('KEY_REGISTERED', 'the key of the certificate is registered already');
}

interface FittingSigner {
  readonly role: SignerRole;
  readonly signer: Certificate;
  readonly root: Certificate;
  readonly point: Uint8Array;
}

async function fittingSigner(
  register: KeyRegister,
  maker: KeyMaker,
  given: SignerImport,
): Promise<FittingSigner> {
  const { role = 'documentSigner' } = given;
  const signer = readCertificate('certificate', given.certificate);
  const root = rootOf(await register.list(), signer, given);
  requireFitting(role, signer, root, maker);
  await requireTrustedRoot(register, root);
  const point = certifiedPoint(signer) as Uint8Array;
  await requireNewKey(register, point);
  return { role, signer, root, point };
}

/**
 * Checks an import before it waits for approval. It must not contain a private key, because approvals are
 * stored. @throws StatusError
 */
export async function checkSignerImport(
  register: KeyRegister,
  maker: KeyMaker,
  given: SignerImport,
): Promise<void> {
  if (given.privateKey !== undefined) {
    const text =
      'the request would be stored until a second person approves it, so it must not contain a private key; make the key here: diptych keys request';
    throw new StatusError('PRIVATE_KEY_CANNOT_WAIT', text);
  }
  const { point } = await fittingSigner(register, maker, given);
  await heldKey(maker, point);
}

/**
 * Registers a signer that an external root certified, as the next one. @throws StatusError that
 * names every violated clause; RotationError if there already is a next one
 */
export async function importSigner(
  register: KeyRegister,
  maker: KeyMaker,
  given: SignerImport,
  actor: Actor,
): Promise<void> {
  const { privateKey } = given;
  const { role, signer, root, point } = await fittingSigner(register, maker, given);
  const createdAt = maker.clock();
  const change = { event: 'import', actor, at: createdAt } as const;
  const recordOf = (keyId: string, of: KeyRole, stage: KeyStage, { der }: Certificate): KeyRecord => ({
    keyId,
    role: of,
    stage,
    certificate: der,
    createdAt,
    changedAt: createdAt,
  });
  const keyId =
    privateKey === undefined ? await heldKey(maker, point) : await adopted(maker, privateKey, point);
  await registerNewKey(maker, privateKey === undefined ? undefined : keyId, () =>
    register.write(async (writer) => {
      await requireNewKey(writer, point, keyId);
      await requireTrustedRoot(writer, root);
      await addRoot(writer, recordOf(newKeyId(maker).keyId, 'iaca', 'active', root), change);
      await addRotated(writer, role, recordOf(keyId, role, 'next', signer), change);
    }),
  );
}
