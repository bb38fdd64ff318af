import { certificatePublicKey, verifyCertificateSignature } from '../../../x509/index.ts';
import type { CertificatePath } from '../certificate-path.ts';
import { AttestationError } from '../error.ts';
import type { AttestationPolicy } from '../policy.ts';

/**
 * From the root down, each certificate names its signer and its signature verifies, the root's own included. Path
 * validation by RFC 5280 6 is left out on purpose: factory chains break it.
 */
export function checkSignatures(
  { certificates, leaf }: CertificatePath,
  { authorities }: AttestationPolicy,
): void {
  const publicKey = authorities?.publicKey ?? certificatePublicKey;
  for (let index = certificates.length - 1; index >= 0; index--) {
    const certificate = certificates[index]!;
    const signer = certificates[index + 1] ?? certificate;
    if (Buffer.compare(certificate.issuer, signer.subject) !== 0) {
      throw new AttestationError(
        'nameMismatch',
        `issuer of certificate ${index} is not the subject of the next`,
      );
    }
    const isSigned =
      authorities !== undefined && certificate !== leaf
        ? authorities.isSignedBy(certificate, signer)
        : verifyCertificateSignature(certificate, publicKey(signer));
    if (!isSigned)
      throw new AttestationError('badSignature', `signature of certificate ${index} does not verify`);
  }
}
