import { DAY } from '../../../conventions/time.ts';
import { basicConstraints, extendedKeyUsage, subjectKeyIdentifier } from '../extensions/index.ts';
import { OID } from '../oid.ts';
import { addMonths, DOCUMENT_SIGNER_MAX_DAYS, IACA_MAX_YEARS, STATUS_SIGNER_MAX_DAYS } from '../validity.ts';
import * as holds from './rule.ts';
import { againstIssuer, curveOf, isEdwardsKey, type Rule } from './rule.ts';

/** Rules for all certificates of this table; `clause` is the clause of the profile. */
const sharedRules = (clause: string): readonly Rule[] => [
  { clause, problem: 'version is not 3', holds: ({ certificate }) => certificate.version === 3 },
  {
    clause,
    problem: 'serial number is not of 63 random bits in at most 20 octets',
    holds: ({ certificate }) => holds.hasRandomSerial(certificate),
  },
  {
    clause,
    problem: 'signature algorithm does not go with the curve of the issuer key',
    holds: againstIssuer(
      (certificate, issuer) => curveOf(issuer)?.signatureAlgorithm === certificate.signatureAlgorithm,
    ),
  },
  {
    clause,
    problem: 'signature does not verify with the issuer key',
    holds: againstIssuer(holds.isSignedBy),
  },
  {
    clause,
    problem: 'subject country is not one PrintableString of two upper-case letters',
    holds: ({ certificate }) => holds.hasOneCountryCode(certificate),
  },
  {
    clause,
    problem: 'subject key identifier is not the SHA-1 of the key, or critical',
    holds: ({ certificate }) => holds.identifiesItsKey(certificate),
  },
];

/** Rules for the root and the document signer only. */
const namedAndReachable = (clause: string): readonly Rule[] => [
  {
    clause,
    problem: 'subject has no common name',
    holds: ({ certificate }) => holds.subjectHas(certificate, OID.commonName),
  },
  {
    clause,
    problem: 'issuer alternative name is missing, critical, or neither email nor URI',
    holds: ({ certificate }) => holds.namesContact(certificate),
  },
  {
    clause,
    problem: 'CRL distribution points are missing, critical, not URIs, or have reasons or an issuer',
    holds: ({ certificate }) => holds.pointsToCrl(certificate),
  },
];

const B12 = 'ISO 18013-5 B.1.2';
const B14 = 'ISO 18013-5 B.1.4';
const B9 = 'ISO/IEC 18013-5, second edition, Table B.9';

/** The rules for the certificate of an issuing authority root. */
export const IACA_RULES: readonly Rule[] = [
  ...sharedRules(B12),
  ...namedAndReachable(B12),
  {
    clause: B12,
    problem: 'key is not EC on an allowed curve',
    holds: ({ certificate }) => curveOf(certificate) !== undefined,
  },
  {
    clause: B12,
    problem: 'issuer and subject differ',
    holds: ({ certificate }) => holds.isSelfIssued(certificate),
  },
  {
    clause: B12,
    problem: 'validity is longer than 20 years or empty',
    holds: ({ certificate: { notBefore, notAfter } }) =>
      notAfter > notBefore && notAfter <= addMonths(notBefore, IACA_MAX_YEARS * 12),
  },
  {
    clause: B12,
    problem: 'key usage is not critical with exactly keyCertSign and cRLSign',
    holds: ({ certificate }) => holds.hasExactKeyUsage(certificate, ['keyCertSign', 'cRLSign']),
  },
  {
    clause: B12,
    problem: 'basic constraints are not critical with CA true and path length 0',
    holds: ({ certificate }) => {
      const constraints = basicConstraints(certificate);
      return (
        holds.isCritical(certificate, OID.basicConstraints) &&
        constraints?.ca === true &&
        constraints.pathLength === 0
      );
    },
  },
  {
    clause: B12,
    problem: 'another extension is critical',
    holds: ({ certificate }) => holds.hasOnlyCritical(certificate, [OID.keyUsage, OID.basicConstraints]),
  },
];

/** Rules for a key that signs, and whose certificate the root signed. */
const signerOfRoot = (clause: string, days: number): readonly Rule[] => [
  {
    clause,
    problem: 'issuer is not the subject of the root, byte for byte',
    holds: againstIssuer((certificate, root) => holds.sameBytes(certificate.issuer, root.subject)),
  },
  {
    clause,
    problem: 'country differs from that of the root',
    holds: againstIssuer((certificate, root) => holds.sameAttribute(certificate, root, OID.country)),
  },
  {
    clause,
    problem: 'state or province differs from that of the root',
    holds: againstIssuer(
      (certificate, root) =>
        !holds.subjectHas(root, OID.stateOrProvince) ||
        holds.sameAttribute(certificate, root, OID.stateOrProvince),
    ),
  },
  {
    clause,
    problem: `validity is longer than ${days} days or empty`,
    holds: ({ certificate: { notBefore, notAfter } }) =>
      notAfter > notBefore && notAfter - notBefore <= days * DAY,
  },
  {
    clause,
    problem: 'validity reaches outside that of the root',
    holds: againstIssuer(
      (certificate, root) => certificate.notBefore >= root.notBefore && certificate.notAfter <= root.notAfter,
    ),
  },
  {
    clause,
    problem: 'authority key identifier is missing or critical',
    holds: ({ certificate }) => certificate.extensions.get(OID.authorityKeyIdentifier)?.critical === false,
  },
  {
    clause,
    problem: 'authority key identifier is not the subject key identifier of the root',
    holds: againstIssuer((certificate, root) =>
      holds.namesAuthority(certificate, subjectKeyIdentifier(root)),
    ),
  },
  {
    clause,
    problem: 'key usage is not critical with exactly digitalSignature',
    holds: ({ certificate }) => holds.hasExactKeyUsage(certificate, ['digitalSignature']),
  },
];

/** The rules for the certificate of a document signer. */
export const DOCUMENT_SIGNER_RULES: readonly Rule[] = [
  ...sharedRules(B14),
  ...namedAndReachable(B14),
  {
    clause: B14,
    problem: 'key is not EC on an allowed curve, Ed25519 or Ed448',
    holds: ({ certificate }) => curveOf(certificate) !== undefined || isEdwardsKey(certificate),
  },
  ...signerOfRoot(B14, DOCUMENT_SIGNER_MAX_DAYS),
  {
    clause: B14,
    problem: 'extended key usage is not critical with exactly 1.0.18013.5.1.2',
    holds: ({ certificate }) =>
      holds.isCritical(certificate, OID.extendedKeyUsage) &&
      extendedKeyUsage(certificate)?.join() === OID.mdlDocumentSigner,
  },
  {
    clause: B14,
    problem: 'basic constraints are present',
    holds: ({ certificate }) => !certificate.extensions.has(OID.basicConstraints),
  },
  {
    clause: B14,
    problem: 'another extension is critical',
    holds: ({ certificate }) => holds.hasOnlyCritical(certificate, [OID.keyUsage, OID.extendedKeyUsage]),
  },
];

/** The rules for the certificate of a signer of MSO revocation lists. */
export const STATUS_SIGNER_RULES: readonly Rule[] = [
  ...sharedRules(B9),
  {
    clause: B9,
    problem: 'key is not EC on an allowed curve',
    holds: ({ certificate }) => curveOf(certificate) !== undefined,
  },
  ...signerOfRoot(B9, STATUS_SIGNER_MAX_DAYS),
  {
    clause: B9,
    problem: 'CRL distribution points are critical, not URIs, or have reasons or an issuer',
    holds: ({ certificate }) =>
      !certificate.extensions.has(OID.crlDistributionPoints) || holds.pointsToCrl(certificate),
  },
  {
    clause: B9,
    problem: 'another extension is critical',
    holds: ({ certificate }) => holds.hasOnlyCritical(certificate, [OID.keyUsage]),
  },
];
