import { AttestationError } from '../../../errors.ts';
import {
  basicConstraints,
  type Certificate,
  certificatePublicKey,
  keyUsage,
  verifyCertificateSignature,
} from '../../../x509/index.ts';
import type { AttestationPolicy } from '../attestation.ts';
import type { CertificatePath } from '../certificate-path.ts';
import { findRevocation } from '../revocation-list.ts';

/** The last certificate is self-issued and has a trusted key. Any certificate of this key is accepted. */
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

/**
 * From the root down, each certificate names its signer and has a valid signature, including the root. Path
 * validation by RFC 5280 6 is left out on purpose, because factory chains do not conform to it.
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

/**
 * Every signer is allowed to sign certificates, if it has the extensions that say so. Old factory chains omit
 * them.
 */
export function checkAuthorities({ certificates }: CertificatePath): void {
  certificates.forEach((certificate, index) => {
    if (index > 0 && !maySignCertificates(certificate)) {
      throw new AttestationError('notCa', `certificate ${index} may not sign certificates`);
    }
  });
}

const maySignCertificates = (certificate: Certificate): boolean =>
  basicConstraints(certificate)?.ca !== false && keyUsage(certificate)?.includes('keyCertSign') !== false;

/**
 * Checks the dates of the signers. The dates of the leaf are ignored, because they come from the device's
 * clock. Expiry is checked only for remotely provisioned chains, and never for the root: an anchor is a key,
 * and devices have older certificates of it.
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

/** No certificate of the chain is on the list, whatever status the list gives it. */
export function checkRevocation({ certificates }: CertificatePath, { revocation }: AttestationPolicy): void {
  if (revocation === undefined) return;
  const index = certificates.findIndex(({ serialNumber }) => findRevocation(revocation, serialNumber));
  if (index !== -1) throw new AttestationError('revoked', `certificate ${index} is on the revocation list`);
}
