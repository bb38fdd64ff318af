import type { KeyObject } from 'node:crypto';
import { StatusError } from '../conventions/status.ts';
import { type Certificate, parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRegister, KeyRegisterWriter, KeyRole, KeyStage } from './key-register.ts';
import { type KeyMaker, newKeyId } from './make-key.ts';
import { pointOfPrivateKey, privateKeyFromPem } from './private-key.ts';
import { addRotated } from './rotation.ts';
import { certificateFrom, certifiedPoint, registeredRoot, signerProblems } from './signer-certificate.ts';

/** PEM texts. */
export interface SignerImport {
  readonly certificate: string;
  readonly privateKey?: string;
  readonly issuer?: string;
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;

function invalid(field: string, description: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', 'CERTIFICATE_INVALID', `${field}: ${description}`, [
    { field, description },
  ]);
}

function readCertificate(field: 'certificate' | 'issuer', pem: string): Certificate {
  const certificate = certificateFrom(pem);
  if (certificate) return certificate;
  throw invalid(field, 'is not one X.509 certificate in PEM');
}

function rootOf(records: readonly KeyRecord[], signer: Certificate, issuer: string | undefined): Certificate {
  if (issuer !== undefined) return readCertificate('issuer', issuer);
  const root = registeredRoot(records, signer);
  if (root) return root;
  throw invalid('issuer', 'is needed: no root that is registered here issued the certificate');
}

function requireFitting(signer: Certificate, root: Certificate, { subject, clock }: KeyMaker): void {
  const problems = signerProblems(signer, root, { country: subject.country, now: clock() });
  if (problems.length === 0) return;
  const text = problems.map(({ field, description }) => `${field}: ${description}`).join('; ');
  throw new StatusError('INVALID_ARGUMENT', 'CERTIFICATE_INVALID', text, problems);
}

function readPrivateKey(pem: string, point: Uint8Array): KeyObject {
  const key = privateKeyFromPem(pem);
  if (!key) throw invalid('privateKey', 'is not a private key in PEM without a passphrase');
  if (isSame(pointOfPrivateKey(key), point)) return key;
  throw invalid('privateKey', 'is not the key of the certificate');
}

/** Takes the key in. @returns its id */
async function adopted(maker: KeyMaker, pem: string, point: Uint8Array): Promise<string> {
  const key = readPrivateKey(pem, point);
  const { adopt } = maker.custody;
  if (!adopt) {
    throw new StatusError(
      'FAILED_PRECONDITION',
      'KEYS_ARE_MADE_IN_THE_TOKEN',
      'a token takes no private key from outside; make one in it with: diptych keys request',
    );
  }
  const { keyId } = newKeyId(maker);
  await adopt(keyId, key);
  return keyId;
}

/** The key of a certificate that was made here before. @returns its id */
async function heldKey({ custody }: KeyMaker, point: Uint8Array): Promise<string> {
  for (const { keyId } of await custody.list()) {
    if (isSame(await custody.publicPoint(keyId), point)) return keyId;
  }
  throw invalid('privateKey', 'is needed: the key of the certificate is not held here');
}

/** A root that was not known becomes the active one; those before it issue no more. */
async function addRoot(writer: KeyRegisterWriter, root: KeyRecord): Promise<void> {
  const roots = (await writer.list()).filter(({ role }) => role === 'iaca');
  if (roots.some(({ certificate }) => isSame(certificate, root.certificate))) return;
  for (const { keyId, stage } of roots)
    if (stage === 'active') await writer.setStage(keyId, 'grace', root.createdAt);
  await writer.insert(root);
}

function requireNewKey(records: readonly KeyRecord[], point: Uint8Array): void {
  const known = records.some(({ certificate }) =>
    isSame(certifiedPoint(parseCertificate(certificate)), point),
  );
  if (!known) return;
  throw new StatusError(
    'ALREADY_EXISTS',
    'KEY_REGISTERED',
    'the key of the certificate is registered already',
  );
}

/**
 * Registers a document signer that a root elsewhere certified, as the next one. @throws StatusError naming every clause
 * that the certificates break; RotationError when another one is waiting.
 */
export async function importSigner(
  register: KeyRegister,
  maker: KeyMaker,
  { certificate, privateKey, issuer }: SignerImport,
): Promise<void> {
  const records = await register.list();
  const signer = readCertificate('certificate', certificate);
  const root = rootOf(records, signer, issuer);
  requireFitting(signer, root, maker);
  const point = certifiedPoint(signer) as Uint8Array;
  requireNewKey(records, point);
  const createdAt = maker.clock();
  const recordOf = (keyId: string, role: KeyRole, stage: KeyStage, { der }: Certificate): KeyRecord => ({
    keyId,
    role,
    stage,
    certificate: der,
    createdAt,
    changedAt: createdAt,
  });
  const keyId =
    privateKey === undefined ? await heldKey(maker, point) : await adopted(maker, privateKey, point);
  try {
    await register.write(async (writer) => {
      requireNewKey(await writer.list(), point);
      await addRoot(writer, recordOf(newKeyId(maker).keyId, 'iaca', 'active', root));
      await addRotated(writer, 'documentSigner', recordOf(keyId, 'documentSigner', 'next', signer));
    });
  } catch (error) {
    if (privateKey !== undefined) await maker.custody.destroy(keyId);
    throw error;
  }
}
