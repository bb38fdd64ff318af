import type { CertificatePath } from '../certificate-path.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';

/**
 * Dates of the signers; those of the leaf come from the device's clock and mean nothing. Expiry counts for remotely
 * provisioned chains only, and not for the root: an anchor is a key, of which devices carry older certificates.
 */
export function checkValidity(path: CertificatePath, { now }: AttestationPolicy): void {
  const { certificates, root, provisioning } = path;
  certificates.forEach((certificate, index) => {
    if (index === 0) return;
    if (certificate.notBefore > now) {
      throw new AttestationError('notYetValid', `certificate ${index} is not valid yet`);
    }
    if (provisioning === 'remote' && certificate !== root && certificate.notAfter < now) {
      throw new AttestationError('expired', `certificate ${index} has expired`);
    }
  });
}
