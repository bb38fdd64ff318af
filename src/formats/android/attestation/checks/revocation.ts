import type { CertificatePath } from '../certificate-path.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';
import { findRevocation } from '../revocation-list.ts';

/** No certificate of the chain is on the list, with whatever status. */
export function checkRevocation({ certificates }: CertificatePath, { revocation }: AttestationPolicy): void {
  if (revocation === undefined) return;
  const index = certificates.findIndex(({ serialNumber }) => findRevocation(revocation, serialNumber));
  if (index !== -1) throw new AttestationError('revoked', `certificate ${index} is on the revocation list`);
}
