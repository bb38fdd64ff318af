import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { ENCRYPTION_RULES, IDENTITY_RULES } from './issuer-key-rules.ts';
import { DOCUMENT_SIGNER_RULES, IACA_RULES } from './mdoc-rules.ts';
import * as holds from './rule.ts';
import { applyRules, curveOf, isSelfIssued, type ProfileProblem, type Rule } from './rule.ts';

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

/** What the AAMVA asks of a root or a document signer beyond its profile; empty when all is well. */
export const checkAamvaRules = (certificate: Certificate): readonly ProfileProblem[] =>
  applyRules(AAMVA_RULES, { certificate, issuer: undefined });

export type CertificateProfile = 'iaca' | 'documentSigner' | 'identity' | 'encryption';

const PROFILE_RULES: Readonly<Record<CertificateProfile, readonly Rule[]>> = {
  iaca: IACA_RULES,
  documentSigner: DOCUMENT_SIGNER_RULES,
  identity: IDENTITY_RULES,
  encryption: ENCRYPTION_RULES,
};

/**
 * Everything in which a certificate departs from its profile; empty when it fits. Without `issuer` a self-issued
 * certificate is checked against itself, and another one without the rules that need its issuer.
 */
export function checkCertificateProfile(
  certificate: Certificate,
  profile: CertificateProfile,
  issuer: Certificate | undefined = isSelfIssued(certificate) ? certificate : undefined,
): readonly ProfileProblem[] {
  return applyRules(PROFILE_RULES[profile], { certificate, issuer });
}
