import type { Attestation } from '../attestation.ts';
import type { AttestationApplicationId } from '../attestation-application-id.ts';
import { AttestationError } from '../error.ts';
import type { AllowedApplication, AttestationPolicy } from '../policy.ts';

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
