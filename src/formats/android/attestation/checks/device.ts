import { AttestationError } from '../../../errors.ts';
import { type Certificate, OID } from '../../../x509/index.ts';
import type { AttestationApplicationId } from '../application-and-boot.ts';
import type { AllowedApplication, Attestation, AttestationPolicy, PatchLevels } from '../attestation.ts';
import { SECURITY_LEVEL } from '../key-description.ts';

const HARDWARE_LEVELS: readonly number[] = [SECURITY_LEVEL.trustedEnvironment, SECURITY_LEVEL.strongBox];

/** Organization or title in the attester's certificate, in lower case, by security level. */
const CERTIFIED_LEVELS: ReadonlyMap<string, number> = new Map([
  ['tee', SECURITY_LEVEL.trustedEnvironment],
  ['strongbox', SECURITY_LEVEL.strongBox],
]);

/**
 * The levels that the attester's certificate names: servers name one as the organization, factories as the title. Older factory
 * attesters of the trusted environment name none.
 */
const certifiedLevels = ({ subjectAttributes }: Certificate): readonly number[] =>
  subjectAttributes.flatMap(({ oid, value }) =>
    oid === OID.organization || oid === OID.title ? (CERTIFIED_LEVELS.get(value.toLowerCase()) ?? []) : [],
  );

/** Whether the key says that it is in a StrongBox, and its attester was certified for one. */
export const isInStrongBox = ({ attester, description }: Attestation): boolean =>
  description.attestationSecurityLevel === SECURITY_LEVEL.strongBox &&
  certifiedLevels(attester).includes(SECURITY_LEVEL.strongBox);

/** Attester and key are in the same secure hardware, which is the one that the attester is certified for. */
export function checkSecurityLevel(attestation: Attestation, { requireStrongBox }: AttestationPolicy): void {
  const { attester, description } = attestation;
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
  if (certifiedLevels(attester).some((level) => level !== attestationSecurityLevel)) {
    throw new AttestationError('levelMismatch', 'attester was certified for another security level');
  }
  if (requireStrongBox && !isInStrongBox(attestation)) {
    throw new AttestationError(
      'strongBoxRequired',
      'key is not in a StrongBox, or its attester is not certified for one',
    );
  }
}

/**
 * The key belongs to an allowed application: to its package and, if the policy names signers, to one of them.
 */
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

/** The bootloader is locked and booted a system that the vendor signed. */
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

/** Each patch level with a minimum is present and not older. */
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

// Some devices write a month instead of a day; it counts as the first day of the month.
const asDate = (level: number): number => (level < 1_000_000 ? level * 100 : level);
