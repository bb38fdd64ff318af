import { CertificateError } from '../errors.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { basicConstraints, keyUsage } from './extensions/index.ts';
import { certificatePublicKey, verifyCertificateSignature } from './verify.ts';

/** The certificates of roots that the caller trusts; malformed ones are ignored. */
export function parsedRoots(roots: readonly Uint8Array[]): readonly Certificate[] {
  return roots.flatMap((root) => {
    try {
      return [parseCertificate(root)];
    } catch (error) {
      if (error instanceof CertificateError) return [];
      throw error;
    }
  });
}

/** Whether `root` is an authority and signed the certificate. Does not compare dates. */
export function isIssuedBy(certificate: Certificate, root: Certificate): boolean {
  try {
    return (
      Buffer.compare(certificate.issuer, root.subject) === 0 &&
      basicConstraints(root)?.ca === true &&
      keyUsage(root)?.includes('keyCertSign') === true &&
      verifyCertificateSignature(certificate, certificatePublicKey(root))
    );
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}
