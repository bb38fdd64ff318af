import type { CertificatePath } from '../certificate-path.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';

/** The last certificate is self-issued and holds a trusted key, whichever certificate of that key it is. */
export function checkAnchor(
  { root, rootFingerprint }: CertificatePath,
  { anchors }: AttestationPolicy,
): void {
  if (Buffer.compare(root.issuer, root.subject) !== 0) {
    throw new AttestationError('nameMismatch', 'last certificate is not self-issued');
  }
  if (!anchors.includes(rootFingerprint)) {
    throw new AttestationError('untrustedRoot', 'root key is not a trust anchor');
  }
}
