import { DerError, readDer } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';
import {
  authorityKeyIdentifier,
  crlDistributionPoints,
  issuerAltName,
  keyIdentifierOf,
  keyUsage,
  subjectKeyIdentifier,
} from '../extensions/index.ts';
import { attributeValue, isPrintable } from '../name.ts';
import { OID } from '../oid.ts';
import { certificatePublicKey, verifyCertificateSignature } from '../verify.ts';

/** A certificate and its issuer: the certificate itself if it is self-signed, undefined if unknown. */
export interface Subject {
  readonly certificate: Certificate;
  readonly issuer: Certificate | undefined;
}

export interface Rule {
  readonly clause: string;
  readonly problem: string;
  readonly holds: (subject: Subject) => boolean;
}

export interface ProfileProblem {
  readonly clause: string;
  readonly problem: string;
}

/** A rule about the issuer's certificate. It passes if the issuer is unknown. */
export const againstIssuer =
  (holds: (certificate: Certificate, issuer: Certificate) => boolean): Rule['holds'] =>
  ({ certificate, issuer }) =>
    issuer === undefined || holds(certificate, issuer);

export function applyRules(rules: readonly Rule[], subject: Subject): readonly ProfileProblem[] {
  return rules
    .filter((rule) => !holdsSafely(rule, subject))
    .map(({ clause, problem }) => ({ clause, problem }));
}

// A malformed extension or key violates all rules about it.
function holdsSafely(rule: Rule, subject: Subject): boolean {
  try {
    return rule.holds(subject);
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}

/** Conditions that several profiles share. */

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export const isSelfIssued = (certificate: Certificate): boolean =>
  sameBytes(certificate.issuer, certificate.subject);

/** At least 63 random bits in at most 20 octets (ISO 18013-5 B.1.2). */
export const hasRandomSerial = ({ serialNumber }: Certificate): boolean =>
  serialNumber.length >= 8 && serialNumber.length <= 20;

export function hasOneCountryCode({ subjectAttributes }: Certificate): boolean {
  const [country, ...others] = subjectAttributes.filter(({ oid }) => oid === OID.country);
  return (
    others.length === 0 && country !== undefined && isPrintable(country) && /^[A-Z]{2}$/.test(country.value)
  );
}

export const subjectHas = (certificate: Certificate, oid: string): boolean =>
  (attributeValue(certificate.subjectAttributes, oid) ?? '') !== '';

export const sameAttribute = (a: Certificate, b: Certificate, oid: string): boolean =>
  attributeValue(a.subjectAttributes, oid) === attributeValue(b.subjectAttributes, oid);

export const isCritical = (certificate: Certificate, oid: string): boolean =>
  certificate.extensions.get(oid)?.critical === true;

export const hasOnlyCritical = (certificate: Certificate, allowed: readonly string[]): boolean =>
  [...certificate.extensions].every(([oid, { critical }]) => !critical || allowed.includes(oid));

export const hasExactKeyUsage = (certificate: Certificate, usages: readonly string[]): boolean =>
  isCritical(certificate, OID.keyUsage) && keyUsage(certificate)?.join() === usages.join();

export function identifiesItsKey(certificate: Certificate): boolean {
  const identifier = subjectKeyIdentifier(certificate);
  return (
    identifier !== undefined &&
    !isCritical(certificate, OID.subjectKeyIdentifier) &&
    sameBytes(identifier, keyIdentifierOf(certificate.spki))
  );
}

export function namesAuthority(certificate: Certificate, authority: Uint8Array | undefined): boolean {
  const identifier = authorityKeyIdentifier(certificate);
  return identifier !== undefined && authority !== undefined && sameBytes(identifier, authority);
}

export const namesContact = (certificate: Certificate): boolean =>
  !isCritical(certificate, OID.issuerAltName) &&
  (issuerAltName(certificate)?.some(({ form }) => form === 'email' || form === 'uri') ?? false);

export const pointsToCrl = (certificate: Certificate): boolean =>
  !isCritical(certificate, OID.crlDistributionPoints) &&
  (crlDistributionPoints(certificate)?.every(
    ({ names, hasReasons, hasIssuer }) =>
      names.length > 0 && names.every(({ form }) => form === 'uri') && !hasReasons && !hasIssuer,
  ) ??
    false);

export const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  verifyCertificateSignature(certificate, certificatePublicKey(issuer));

interface Curve {
  readonly name: string;
  /** The signature algorithm for the curve (ISO 18013-5 9.1.2.4). */
  readonly signatureAlgorithm: string;
}

/** Keys that an issuing authority may have (ISO 18013-5 B.1.2), by the OBJECT IDENTIFIER of the named curve. */
const CURVES: ReadonlyMap<string, Curve> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', signatureAlgorithm: OID.ecdsaWithSha256 }],
  ['1.3.132.0.34', { name: 'P-384', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.132.0.35', { name: 'P-521', signatureAlgorithm: OID.ecdsaWithSha512 }],
  ['1.3.36.3.3.2.8.1.1.7', { name: 'brainpoolP256r1', signatureAlgorithm: OID.ecdsaWithSha256 }],
  ['1.3.36.3.3.2.8.1.1.9', { name: 'brainpoolP320r1', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.36.3.3.2.8.1.1.11', { name: 'brainpoolP384r1', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.36.3.3.2.8.1.1.13', { name: 'brainpoolP512r1', signatureAlgorithm: OID.ecdsaWithSha512 }],
]);

/** Ed25519 and Ed448, allowed for document signers (ISO 18013-5 B.1.4). */
const EDWARDS_KEYS: ReadonlySet<string> = new Set(['1.3.101.112', '1.3.101.113']);

/** The curve of an EC key; undefined for other keys. */
export function curveOf(certificate: Certificate): Curve | undefined {
  const { algorithm, curve } = keyAlgorithm(certificate);
  return algorithm === OID.ecPublicKey ? CURVES.get(curve ?? '') : undefined;
}

export const isEdwardsKey = (certificate: Certificate): boolean =>
  EDWARDS_KEYS.has(keyAlgorithm(certificate).algorithm);

function keyAlgorithm({ spki }: Certificate): { algorithm: string; curve: string | undefined } {
  try {
    return readDer(spki, (reader) => {
      const fields = reader.sequence();
      const identifier = fields.sequence();
      const algorithm = identifier.objectIdentifier();
      fields.bitStringOctets();
      fields.end();
      return { algorithm, curve: algorithm === OID.ecPublicKey ? identifier.objectIdentifier() : undefined };
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('unsupportedKey', 'public key is malformed', { cause: error });
  }
}
