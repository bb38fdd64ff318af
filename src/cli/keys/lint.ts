import {
  type Certificate,
  certificatesFromPem,
  checkAamvaRules,
  checkCertificateProfile,
  type ProfileProblem,
  parseCertificate,
} from '../../formats/x509/index.ts';
import { isLive, type KeyRole } from '../../keys/key-register.ts';

interface Registered {
  readonly id: string;
  readonly role: string;
  readonly stage: string;
  readonly certificate: string;
}

export interface LintedCertificate {
  /** Id of a key, or name of a file. */
  readonly certificate: string;
  readonly role: KeyRole;
  readonly problems: readonly ProfileProblem[];
}

interface Subject {
  readonly name: string;
  readonly certificate: Certificate;
  readonly role: KeyRole;
  /** The root, which is its own issuer. Without it, rules that compare with the issuer are skipped. */
  readonly issuer?: Certificate | undefined;
}

const AAMVA_ROLES: ReadonlySet<KeyRole> = new Set(['iaca', 'documentSigner']);

/** Checks against ISO 18013-5 Annex B with the additions of the AAMVA, or against the interface's own profile. */
export function lintCertificate(
  { name, certificate, role, issuer }: Subject,
  aamva: boolean,
): LintedCertificate {
  const added = aamva && AAMVA_ROLES.has(role) ? checkAamvaRules(certificate) : [];
  return {
    certificate: name,
    role,
    problems: [...checkCertificateProfile(certificate, role, issuer), ...added],
  };
}

const parsed = ({ certificate }: Registered): Certificate =>
  parseCertificate(certificatesFromPem(certificate)[0] as Uint8Array);

/** Checks every registered certificate that is not retired against its profile and its root. */
export function lintRegistered(keys: readonly Registered[], aamva: boolean): readonly LintedCertificate[] {
  const live = keys.filter(isLive);
  const roots = live.filter(({ role }) => role === 'iaca').map(parsed);
  return live.map((key) => {
    const certificate = parsed(key);
    const issuer = roots.find(({ subject }) => Buffer.compare(subject, certificate.issuer) === 0);
    return lintCertificate({ name: key.id, certificate, role: key.role as KeyRole, issuer }, aamva);
  });
}
