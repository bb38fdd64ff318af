import type { Certificate } from '../certificate.ts';
import { basicConstraints, type KeyUsage } from '../extensions/index.ts';
import { OID } from '../oid.ts';
import { addMonths, ENCRYPTION_MONTHS, IDENTITY_MONTHS, isUnambiguousSerial } from '../validity.ts';
import { DOCUMENT_SIGNER_RULES, IACA_RULES, STATUS_SIGNER_RULES } from './mdoc-rules.ts';
import * as holds from './rule.ts';
import { againstIssuer, applyRules, curveOf, isSelfIssued, type ProfileProblem, type Rule } from './rule.ts';

const issuerKeyRules = (usage: KeyUsage, months: number): readonly Rule[] => [
  {
    clause: 'RFC 5280 4.1.2.1',
    problem: 'version is not 3',
    holds: ({ certificate }) => certificate.version === 3,
  },
  {
    clause: 'RFC 5280 4.1.2.2',
    problem: 'serial number is not 16 octets of which the first is 0x10 to 0x7F',
    holds: ({ certificate }) => isUnambiguousSerial(certificate.serialNumber),
  },
  {
    clause: 'RFC 5480 2.1.1',
    problem: 'key is not on P-256',
    holds: ({ certificate }) => curveOf(certificate)?.name === 'P-256',
  },
  {
    clause: 'RFC 5758 3.2',
    problem: 'signature algorithm is not ecdsa-with-SHA256',
    holds: ({ certificate }) => certificate.signatureAlgorithm === OID.ecdsaWithSha256,
  },
  {
    clause: 'RFC 5280 4.1.1.3',
    problem: 'signature does not verify with the issuer key',
    holds: againstIssuer(holds.isSignedBy),
  },
  {
    clause: 'RFC 5280 4.1.2.5',
    problem: `validity is longer than ${months} months or empty`,
    holds: ({ certificate: { notBefore, notAfter } }) =>
      notAfter > notBefore && notAfter <= addMonths(notBefore, months),
  },
  {
    clause: 'RFC 5280 4.1.2.4',
    problem: 'issuer is not the subject of the issuing certificate',
    holds: againstIssuer((certificate, issuer) => holds.sameBytes(certificate.issuer, issuer.subject)),
  },
  {
    clause: 'RFC 5280 4.2.1.3',
    problem: `key usage is not critical with exactly ${usage}`,
    holds: ({ certificate }) => holds.hasExactKeyUsage(certificate, [usage]),
  },
  {
    clause: 'RFC 5280 4.2.1.9',
    problem: 'basic constraints are missing or say CA',
    holds: ({ certificate }) => basicConstraints(certificate)?.ca === false,
  },
];

/** Rules for the key that signs for the issuer. */
const IDENTITY_RULES: readonly Rule[] = issuerKeyRules('digitalSignature', IDENTITY_MONTHS);

/** Rules for the key that encrypts requests. */
const ENCRYPTION_RULES: readonly Rule[] = issuerKeyRules('keyAgreement', ENCRYPTION_MONTHS);

const AAMVA_CLAUSE = 'AAMVA mDL Implementation Guidelines 3.6';

/** Signature algorithms of the AAMVA trust list: ES256, ES384, ES512. */
const CURVES: ReadonlySet<string | undefined> = new Set(['P-256', 'P-384', 'P-521']);

const AAMVA_RULES: readonly Rule[] = [
  {
    clause: AAMVA_CLAUSE,
    problem: 'subject has no state or province',
    holds: ({ certificate }) => holds.subjectHas(certificate, OID.stateOrProvince),
  },
  {
    clause: AAMVA_CLAUSE,
    problem: 'key is not on P-256, P-384 or P-521',
    holds: ({ certificate }) => CURVES.has(curveOf(certificate)?.name),
  },
];

/** The AAMVA's additional rules that a root or a document signer violates. */
export const checkAamvaRules = (certificate: Certificate): readonly ProfileProblem[] =>
  applyRules(AAMVA_RULES, { certificate, issuer: undefined });

export type CertificateProfile = 'iaca' | 'documentSigner' | 'statusSigner' | 'identity' | 'encryption';

const PROFILE_RULES: Readonly<Record<CertificateProfile, readonly Rule[]>> = {
  iaca: IACA_RULES,
  documentSigner: DOCUMENT_SIGNER_RULES,
  statusSigner: STATUS_SIGNER_RULES,
  identity: IDENTITY_RULES,
  encryption: ENCRYPTION_RULES,
};

/**
 * All violations of the profile by a certificate. Without `issuer`, a self-issued certificate is checked
 * against itself; for any other, rules about the issuer are skipped.
 */
export function checkCertificateProfile(
  certificate: Certificate,
  profile: CertificateProfile,
  issuer: Certificate | undefined = isSelfIssued(certificate) ? certificate : undefined,
): readonly ProfileProblem[] {
  return applyRules(PROFILE_RULES[profile], { certificate, issuer });
}
