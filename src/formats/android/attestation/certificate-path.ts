import { AttestationError } from '../../errors.ts';
import { type Certificate, CertificateError, parseCertificate } from '../../x509/index.ts';
import { type Provisioning, provisioningOf } from './provisioning.ts';
import { spkiFingerprint } from './trust-anchors.ts';

const MIN_CERTIFICATES = 3;
const MAX_CERTIFICATES = 10;

/** A chain in decoded form, leaf first. */
export interface CertificatePath {
  readonly certificates: readonly Certificate[];
  readonly leaf: Certificate;
  /** The certificate whose key signed the leaf. */
  readonly attester: Certificate;
  readonly root: Certificate;
  readonly rootFingerprint: string;
  readonly provisioning: Provisioning;
}

export function parsePath(chain: readonly Uint8Array[]): CertificatePath {
  if (chain.length < MIN_CERTIFICATES) {
    throw new AttestationError('chainTooShort', `chain has less than ${MIN_CERTIFICATES} certificates`);
  }
  if (chain.length > MAX_CERTIFICATES) {
    throw new AttestationError('chainTooLong', `chain has more than ${MAX_CERTIFICATES} certificates`);
  }
  const certificates = chain.map(parseAt);
  const root = certificates.at(-1)!;
  return {
    certificates,
    leaf: certificates[0]!,
    attester: certificates[1]!,
    root,
    rootFingerprint: spkiFingerprint(root),
    provisioning: provisioningOf(certificates),
  };
}

function parseAt(der: Uint8Array, index: number): Certificate {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new AttestationError('malformed', `certificate ${index}: ${error.message}`, { cause: error });
  }
}
