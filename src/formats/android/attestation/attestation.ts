import { AttestationError } from '../../errors.ts';
import type { AuthorityCache } from '../../x509/index.ts';
import type { CertificatePath } from './certificate-path.ts';
import { KEY_DESCRIPTION_OID, type KeyDescription, parseKeyDescription } from './key-description.ts';
import type { RevocationList } from './revocation-list.ts';

export interface AllowedApplication {
  readonly package: string;
  /** SHA-256 of accepted signing certificates, lower-case hex; if absent, any signer. */
  readonly digests?: readonly string[];
}

/** Oldest patch levels accepted, written YYYYMM or YYYYMMDD. */
export interface PatchLevels {
  readonly os?: number;
  readonly vendor?: number;
  readonly boot?: number;
}

export interface AttestationPolicy {
  /** Fingerprints of trusted root keys, see `spkiFingerprint`. */
  readonly anchors: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Accepted attestation challenges. */
  readonly challenges: readonly Uint8Array[];
  /** Checked for every certificate; if absent, revocation is not checked. */
  readonly revocation?: RevocationList;
  /** The wallet applications that may own the key; an empty list allows none. */
  readonly applications: readonly AllowedApplication[];
  /** Whether to refuse a key of the plain keystore. */
  readonly requireIdentityCredentialKey: boolean;
  /** Whether to refuse keys of the trusted environment. */
  readonly requireStrongBox?: boolean;
  readonly minimumPatchLevels?: PatchLevels;
  /** A cache of authorities that several calls can share. */
  readonly authorities?: AuthorityCache;
}

/** A certificate path with the attestation in its leaf. */
export interface Attestation extends CertificatePath {
  readonly description: KeyDescription;
  /**
   * Whether the secure hardware says that only the Identity Credential implementation uses the key. The same
   * tag in the list that software enforces does not count.
   */
  readonly isIdentityCredentialKey: boolean;
}

/** Reads the attestation extension. Only the leaf may have one. */
export function readAttestation(path: CertificatePath): Attestation {
  if (path.certificates.slice(1).some(({ extensions }) => extensions.has(KEY_DESCRIPTION_OID))) {
    throw new AttestationError('extendedChain', 'a certificate above the leaf attests a key');
  }
  const extension = path.leaf.extensions.get(KEY_DESCRIPTION_OID);
  if (extension === undefined) {
    throw new AttestationError('missingAttestation', 'leaf has no attestation extension');
  }
  const description = parseKeyDescription(extension.value);
  const isIdentityCredentialKey = description.hardwareEnforced.identityCredentialKey === true;
  return { ...path, description, isIdentityCredentialKey };
}
