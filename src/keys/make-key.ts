import { UnavailableError } from '../conventions/errors.ts';
import type { RandomFill } from '../conventions/random-text.ts';
import type { Clock } from '../conventions/time.ts';
import {
  type Certificate,
  makeDocumentSignerCertificate,
  makeEncryptionCertificate,
  makeIacaCertificate,
  makeIdentityCertificate,
  makeStatusSignerCertificate,
  newSerialNumber,
} from '../formats/x509/index.ts';
import type { KeyCustody, KeyUse } from './custody.ts';
import type { KeyRecord, KeyRole, KeyStage } from './key-register.ts';

/** Subject of the certificates. */
interface CertificateSubject {
  readonly organization: string;
  readonly country: string;
  readonly stateOrProvince?: string;
  /** Base of the URIs in the certificates. */
  readonly uri: string;
}

export interface KeyMaker {
  readonly custody: KeyCustody;
  readonly subject: CertificateSubject;
  /** Days of validity of a document signer's certificate. */
  readonly documentSignerDays: number;
  /** Whether new MSOs name status lists. */
  readonly hasStatusLists: boolean;
  readonly clock: Clock;
  readonly random: RandomFill;
}

/** The key that signs a certificate of another key. */
export interface CertificateIssuer {
  readonly keyId: string;
  readonly certificate: Certificate;
}

interface Making {
  readonly maker: KeyMaker;
  readonly base: {
    readonly subjectPoint: Uint8Array;
    readonly serialNumber: Uint8Array;
    readonly createdAt: number;
  };
  readonly keyId: string;
  readonly issuer: CertificateIssuer | undefined;
}

export function namesOf({ subject }: KeyMaker, role: string) {
  const { organization, country } = subject;
  return { organization, country, commonName: `${organization} ${role}` };
}

function addressesOf({ subject }: KeyMaker) {
  return { contact: { uri: subject.uri }, crlUri: `${subject.uri}/iaca.crl` };
}

/**
 * One profile for each role: ISO 18013-5 Annex B for roots and signers, the profile of the interface for the
 * others.
 */
const CERTIFICATES: Record<KeyRole, (making: Making) => Promise<Uint8Array>> = {
  iaca: ({ maker, base, keyId }) => {
    const { stateOrProvince } = maker.subject;
    const state = stateOrProvince === undefined ? {} : { stateOrProvince };
    const spec = { ...base, ...namesOf(maker, 'IACA'), ...addressesOf(maker), ...state };
    return makeIacaCertificate(spec, (bytes) => maker.custody.sign(keyId, bytes));
  },
  documentSigner: ({ maker, base, issuer }) => {
    if (!issuer) throw new Error('a document signer needs its IACA');
    const { organization, commonName } = namesOf(maker, 'Document Signer');
    const days = maker.documentSignerDays;
    const spec = { ...base, ...addressesOf(maker), organization, commonName, iaca: issuer.certificate, days };
    return makeDocumentSignerCertificate(spec, (bytes) => maker.custody.sign(issuer.keyId, bytes));
  },
  statusSigner: ({ maker, base, issuer }) => {
    if (!issuer) throw new Error('a status signer needs its IACA');
    const { organization, commonName } = namesOf(maker, 'Status Signer');
    const { crlUri } = addressesOf(maker);
    const spec = { ...base, crlUri, organization, commonName, iaca: issuer.certificate };
    return makeStatusSignerCertificate(spec, (bytes) => maker.custody.sign(issuer.keyId, bytes));
  },
  identity: ({ maker, base, keyId }) =>
    makeIdentityCertificate({ ...base, ...namesOf(maker, 'Identity') }, (bytes) =>
      maker.custody.sign(keyId, bytes),
    ),
  encryption: ({ maker, base, keyId }) =>
    makeEncryptionCertificate({ ...base, ...namesOf(maker, 'Encryption') }, (bytes) =>
      maker.custody.sign(keyId, bytes),
    ),
};

/** A new serial number, and the key id that is made from it. */
export function newKeyId({ random }: Pick<KeyMaker, 'random'>) {
  const serialNumber = newSerialNumber(random(new Uint8Array(16)));
  return { serialNumber, keyId: Buffer.from(serialNumber).toString('hex').toUpperCase() };
}

const USES: Record<KeyRole, KeyUse> = {
  iaca: 'sign',
  documentSigner: 'sign',
  statusSigner: 'sign',
  identity: 'sign',
  encryption: 'agree',
};

/** Makes a key pair in custody, and its certificate. Its serial number is the key id. */
export async function makeKey(
  maker: KeyMaker,
  role: KeyRole,
  stage: KeyStage,
  issuer?: CertificateIssuer,
): Promise<KeyRecord> {
  const { serialNumber, keyId } = newKeyId(maker);
  const createdAt = maker.clock();
  const subjectPoint = await maker.custody.create(keyId, USES[role]);
  const base = { subjectPoint, serialNumber, createdAt };
  try {
    const certificate = await CERTIFICATES[role]({ maker, base, keyId, issuer });
    return { keyId, role, stage, certificate, createdAt, changedAt: createdAt };
  } catch (error) {
    await maker.custody.destroy(keyId);
    throw error;
  }
}

/**
 * Registers a new key, which is destroyed if that is refused. As long as it is unknown whether it was registered, it must not be
 * destroyed. Without an id there is no new key.
 */
export async function registerNewKey<T>(
  { custody }: Pick<KeyMaker, 'custody'>,
  keyId: string | undefined,
  register: () => Promise<T>,
): Promise<T> {
  try {
    return await register();
  } catch (error) {
    if (keyId !== undefined && !(error instanceof UnavailableError)) await custody.destroy(keyId);
    throw error;
  }
}
