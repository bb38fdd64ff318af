import { AttestationError } from '../../../errors.ts';
import { attributeValue, OID } from '../../../x509/index.ts';
import type { Attestation } from '../attestation.ts';
import { SECURITY_LEVEL } from '../key-description.ts';
import type { AttestationPolicy } from '../policy.ts';

const HARDWARE_LEVELS: readonly number[] = [SECURITY_LEVEL.trustedEnvironment, SECURITY_LEVEL.strongBox];

/** What authorities write as organization or title of the attester they certify. */
const CERTIFIED_LEVELS: ReadonlyMap<string, number> = new Map([
  ['TEE', SECURITY_LEVEL.trustedEnvironment],
  ['StrongBox', SECURITY_LEVEL.strongBox],
]);

/** Attester and key live in the same secure hardware, and in the one that the attester was certified for. */
export function checkSecurityLevel(
  { attester, description }: Attestation,
  { requireStrongBox }: AttestationPolicy,
): void {
  const { attestationSecurityLevel, keymasterSecurityLevel } = description;
  if (
    !HARDWARE_LEVELS.includes(attestationSecurityLevel) ||
    !HARDWARE_LEVELS.includes(keymasterSecurityLevel)
  ) {
    throw new AttestationError('softwareLevel', 'attestation or key is not of secure hardware');
  }
  if (attestationSecurityLevel !== keymasterSecurityLevel) {
    throw new AttestationError('levelMismatch', 'attestation and key are of different security levels');
  }
  if (requireStrongBox && attestationSecurityLevel !== SECURITY_LEVEL.strongBox) {
    throw new AttestationError('strongBoxRequired', 'key is not in a StrongBox');
  }
  for (const oid of [OID.organization, OID.title]) {
    const certified = CERTIFIED_LEVELS.get(attributeValue(attester.subjectAttributes, oid) ?? '');
    if (certified !== undefined && certified !== attestationSecurityLevel) {
      throw new AttestationError('levelMismatch', 'attester was certified for another security level');
    }
  }
}
