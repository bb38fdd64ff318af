import type { Certificate } from '../certificate.ts';
import { isSelfIssued } from './holds.ts';
import { ENCRYPTION_RULES, IDENTITY_RULES } from './issuer-key-rules.ts';
import { DOCUMENT_SIGNER_RULES, IACA_RULES } from './mdoc-rules.ts';
import { applyRules, type ProfileProblem, type Rule } from './rule.ts';

export type CertificateProfile = 'iaca' | 'documentSigner' | 'identity' | 'encryption';

const RULES: Readonly<Record<CertificateProfile, readonly Rule[]>> = {
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
  return applyRules(RULES[profile], { certificate, issuer });
}
