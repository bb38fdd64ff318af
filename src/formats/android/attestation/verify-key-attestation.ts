import { EcError, pointFromSpki, spkiFromPoint } from '../../ec/index.ts';
import { AttestationError } from '../../errors.ts';
import { type Certificate, CertificateError } from '../../x509/index.ts';
import {
  type Attestation,
  type AttestationPolicy,
  type PatchLevels,
  readAttestation,
} from './attestation.ts';
import { type CertificatePath, parsePath } from './certificate-path.ts';
import {
  checkAnchor,
  checkAuthorities,
  checkRevocation,
  checkSignatures,
  checkValidity,
} from './checks/chain.ts';
import {
  checkApplication,
  checkBoot,
  checkPatchLevels,
  checkSecurityLevel,
  isInStrongBox,
  patchLevelsOf,
} from './checks/device.ts';
import { checkBootKey, checkChallenge, checkKeyParameters, checkKeyUse } from './checks/key.ts';
import type { KeyDescription } from './key-description.ts';
import { PROVISIONING_INFO_OID, type Provisioning, parseProvisioningInfo } from './provisioning.ts';

export interface AttestationResult {
  /** Uncompressed P-256 point, 65 bytes. */
  readonly credentialKey: Uint8Array;
  /** DER SubjectPublicKeyInfo. */
  readonly credentialKeySpki: Uint8Array;
  /** StrongBox only if the attester was certified for one. */
  readonly securityLevel: 'trustedEnvironment' | 'strongBox';
  readonly provisioning: Provisioning;
  /** From the provisioning info of a remotely provisioned chain. */
  readonly certificatesIssued?: number;
  /** Tag 721 among the hardware-enforced authorizations. */
  readonly identityCredentialKey: boolean;
  readonly rootFingerprint: string;
  readonly patchLevels: PatchLevels;
  readonly applicationPackages: readonly string[];
  readonly description: KeyDescription;
  readonly leaf: Certificate;
}

const CHAIN_CHECKS: readonly ((path: CertificatePath, policy: AttestationPolicy) => void)[] = [
  checkAnchor,
  checkSignatures,
  checkAuthorities,
  checkValidity,
];

const ATTESTATION_CHECKS: readonly ((attestation: Attestation, policy: AttestationPolicy) => void)[] = [
  checkSecurityLevel,
  checkChallenge,
  checkKeyParameters,
  checkKeyUse,
  checkBoot,
  checkBootKey,
  checkPatchLevels,
  checkApplication,
  checkRevocation,
];

/**
 * Verifies an Android key attestation, leaf first: the chain, and then the attestation in its leaf. Throws
 * {@link AttestationError} at the first check that fails.
 */
export function verifyKeyAttestation(
  chain: readonly Uint8Array[],
  policy: AttestationPolicy,
): AttestationResult {
  try {
    const path = parsePath(chain);
    for (const check of CHAIN_CHECKS) check(path, policy);
    const attestation = readAttestation(path);
    for (const check of ATTESTATION_CHECKS) check(attestation, policy);
    return resultOf(attestation);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new AttestationError('malformed', `unusable certificate: ${error.message}`, { cause: error });
  }
}

function resultOf(attestation: Attestation): AttestationResult {
  const { leaf, attester, description, provisioning, rootFingerprint } = attestation;
  const certificatesIssued = issuedCount(attester);
  const credentialKey = credentialKeyOf(leaf);
  return {
    credentialKey,
    credentialKeySpki: spkiFromPoint(credentialKey),
    securityLevel: isInStrongBox(attestation) ? 'strongBox' : 'trustedEnvironment',
    provisioning,
    ...(certificatesIssued !== undefined && { certificatesIssued }),
    identityCredentialKey: attestation.isIdentityCredentialKey,
    rootFingerprint,
    patchLevels: patchLevelsOf(attestation),
    applicationPackages:
      description.softwareEnforced.attestationApplicationId?.packages.map(({ name }) => name) ?? [],
    description,
    leaf,
  };
}

function credentialKeyOf({ spki, rules }: Certificate): Uint8Array {
  try {
    return pointFromSpki(spki, rules);
  } catch (error) {
    if (!(error instanceof EcError)) throw error;
    throw new AttestationError('wrongKey', 'key of the leaf is not a P-256 point', { cause: error });
  }
}

// The number is only informative, so an unknown format of the provisioning info does not cause a refusal.
function issuedCount({ extensions }: Certificate): number | undefined {
  const info = extensions.get(PROVISIONING_INFO_OID);
  if (info === undefined) return undefined;
  try {
    return parseProvisioningInfo(info.value).certificatesIssued;
  } catch (error) {
    if (error instanceof AttestationError) return undefined;
    throw error;
  }
}
