import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';

/** A certificate with the one that issued it: itself, when self-signed; undefined, when not at hand. */
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

/** A rule that needs the issuer's certificate and passes when it is not at hand. */
export const againstIssuer =
  (holds: (certificate: Certificate, issuer: Certificate) => boolean): Rule['holds'] =>
  ({ certificate, issuer }) =>
    issuer === undefined || holds(certificate, issuer);

export function applyRules(rules: readonly Rule[], subject: Subject): readonly ProfileProblem[] {
  return rules
    .filter((rule) => !holdsSafely(rule, subject))
    .map(({ clause, problem }) => ({ clause, problem }));
}

// an extension or key that cannot even be read breaks every rule about it
function holdsSafely(rule: Rule, subject: Subject): boolean {
  try {
    return rule.holds(subject);
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}
