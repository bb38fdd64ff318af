import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FieldViolation } from '../conventions/status.ts';
import { EcError, pointFromSpki } from '../formats/ec/index.ts';
import {
  attributeValue,
  type Certificate,
  CertificateError,
  type CertificateProfile,
  certificatePublicKey,
  certificatesFromPem,
  checkCertificateProfile,
  OID,
  parseCertificate,
  verifyCertificateSignature,
} from '../formats/x509/index.ts';
import { isLive, type KeyRecord, type SignerRole } from './key-register.ts';

/** Reads PEM text with exactly one certificate. */
export function certificateFrom(pem: string): Certificate | undefined {
  try {
    const [der, ...others] = certificatesFromPem(pem);
    return der && others.length === 0 ? parseCertificate(der) : undefined;
  } catch (error) {
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}

/** The public point, 65 bytes; undefined when the key is not on P-256. */
export function certifiedPoint({ spki }: Certificate): Uint8Array | undefined {
  try {
    return pointFromSpki(spki);
  } catch (error) {
    if (error instanceof EcError) return undefined;
    throw error;
  }
}

/** Whether a registered root issued a certificate. */
export function isIssuedBy(certificate: Certificate, root: KeyRecord): boolean {
  const issuer = parseCertificate(root.certificate);
  return (
    Buffer.compare(certificate.issuer, issuer.subject) === 0 &&
    verifyCertificateSignature(certificate, certificatePublicKey(issuer))
  );
}

/** By the certificates of a signer and of a root, which never change. */
const issued = new LRUCache<string, boolean>({ max: 1000 });

/**
 * Key id of the registered root that issued the certificate of a signer, whatever the stage of the root is. Empty if there is
 * none. Of two roots with the same name and key it is the older one, so that all of their signers have the same.
 */
export function rootIdOf(
  records: readonly KeyRecord[],
  { certificate }: Pick<KeyRecord, 'certificate'>,
): string {
  const digest = hash('sha256', certificate);
  const root = records.find((record) => {
    if (record.role !== 'iaca') return false;
    const pair = `${digest} ${hash('sha256', record.certificate)}`;
    const known = issued.get(pair) ?? isIssuedBy(parseCertificate(certificate), record);
    issued.set(pair, known);
    return known;
  });
  return root?.keyId ?? '';
}

/** The registered root that issued a certificate. */
export function registeredRoot(
  records: readonly KeyRecord[],
  certificate: Certificate,
): Certificate | undefined {
  const root = records.find(
    (record) => record.role === 'iaca' && isLive(record) && isIssuedBy(certificate, record),
  );
  return root && parseCertificate(root.certificate);
}

const profileProblems = (
  field: string,
  certificate: Certificate,
  profile: CertificateProfile,
  issuer: Certificate,
): readonly FieldViolation[] =>
  checkCertificateProfile(certificate, profile, issuer).map(({ clause, problem }) => ({
    field,
    description: `${problem} (${clause})`,
  }));

/** Location of the issuer in the settings. */
interface Place {
  readonly country: string;
  readonly stateOrProvince?: string | undefined;
}

const PLACE_ATTRIBUTES = [
  { setting: 'issuer.country', name: 'country', oid: OID.country },
  { setting: 'issuer.stateOrProvince', name: 'stateOrProvince', oid: OID.stateOrProvince },
] as const;

/** Where the location in a signer's certificate differs from the settings. */
export function placeDepartures({ subjectAttributes }: Certificate, place: Place) {
  return PLACE_ATTRIBUTES.flatMap(({ setting, name, oid }) => {
    const certified = attributeValue(subjectAttributes, oid);
    return certified === undefined || certified === place[name] ? [] : [{ setting, certified }];
  });
}

/** Requirements of this server on a signer, in addition to the profile. */
function needs(signer: Certificate, place: Place, now: number): readonly string[] {
  return [
    ...(certifiedPoint(signer) ? [] : ['the key is not on P-256, the one curve that this server signs with']),
    ...(signer.notAfter > now ? [] : ['the certificate has expired']),
    ...placeDepartures(signer, place).map(({ setting }) => `what it says of the place is not ${setting}`),
  ];
}

/** All reasons why a signer's certificate and its root cannot be used here. */
export function signerProblems(
  role: SignerRole,
  signer: Certificate,
  root: Certificate,
  place: Place,
  now: number,
): readonly FieldViolation[] {
  const profile = [
    ...profileProblems('issuer', root, 'iaca', root),
    ...profileProblems('certificate', signer, role, root),
  ];
  // The check of the profile already reports names that cannot be parsed.
  if (profile.length > 0) return profile;
  return needs(signer, place, now).map((description) => ({ field: 'certificate', description }));
}
