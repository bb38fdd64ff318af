import { AttestationError } from '../../../errors.ts';
import type { Attestation } from '../attestation.ts';
import type { AttestationApplicationId } from '../attestation-application-id.ts';
import type { AllowedApplication, AttestationPolicy, PatchLevels } from '../policy.ts';

/** The key belongs to an allowed application: its package, and one of its signers where the policy names them. */
export function checkApplication({ description }: Attestation, { applications }: AttestationPolicy): void {
  const id = description.softwareEnforced.attestationApplicationId;
  if (id === undefined || !applications.some((application) => matches(application, id))) {
    throw new AttestationError('applicationNotAllowed', 'key belongs to no allowed application');
  }
}

function matches(
  application: AllowedApplication,
  { packages, signatureDigests }: AttestationApplicationId,
): boolean {
  const { digests } = application;
  return (
    packages.some(({ name }) => name === application.package) &&
    (digests === undefined ||
      signatureDigests.some((digest) => digests.includes(Buffer.from(digest).toString('hex'))))
  );
}

/** The bootloader is locked and started what the vendor signed. */
export function checkBoot({ description }: Attestation): void {
  const { rootOfTrust } = description.hardwareEnforced;
  if (rootOfTrust === undefined)
    throw new AttestationError('missingRootOfTrust', 'no root of trust from hardware');
  if (!rootOfTrust.deviceLocked) throw new AttestationError('unlocked', 'bootloader is unlocked');
  if (rootOfTrust.verifiedBootState !== 'verified') {
    throw new AttestationError('notVerifiedBoot', 'boot state is not verified');
  }
}

export function patchLevelsOf({ description }: Attestation): PatchLevels {
  const { osPatchLevel, vendorPatchLevel, bootPatchLevel } = description.hardwareEnforced;
  return {
    ...(osPatchLevel !== undefined && { os: osPatchLevel }),
    ...(vendorPatchLevel !== undefined && { vendor: vendorPatchLevel }),
    ...(bootPatchLevel !== undefined && { boot: bootPatchLevel }),
  };
}

const PARTITIONS = ['os', 'vendor', 'boot'] as const;

/** Each patch level with a minimum is known and not older. */
export function checkPatchLevels(
  attestation: Attestation,
  { minimumPatchLevels = {} }: AttestationPolicy,
): void {
  const levels = patchLevelsOf(attestation);
  for (const partition of PARTITIONS) {
    const minimum = minimumPatchLevels[partition];
    if (minimum !== undefined && asDate(levels[partition] ?? 0) < asDate(minimum)) {
      throw new AttestationError('patchLevelTooOld', `${partition} patch level is too old or missing`);
    }
  }
}

// some devices write months where days belong: a month counts as its start
const asDate = (level: number): number => (level < 1_000_000 ? level * 100 : level);
