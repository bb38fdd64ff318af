import { basicConstraints, type Certificate, keyUsage } from '../../../x509/index.ts';
import type { CertificatePath } from '../certificate-path.ts';
import { AttestationError } from '../error.ts';

/** Every signer may sign certificates, as far as it says anything about it: old factory chains leave extensions out. */
export function checkAuthorities({ certificates }: CertificatePath): void {
  certificates.forEach((certificate, index) => {
    if (index > 0 && !maySignCertificates(certificate)) {
      throw new AttestationError('notCa', `certificate ${index} may not sign certificates`);
    }
  });
}

const maySignCertificates = (certificate: Certificate): boolean =>
  basicConstraints(certificate)?.ca !== false && keyUsage(certificate)?.includes('keyCertSign') !== false;
