import { AttestationError } from '../../../errors.ts';
import {
  basicConstraints,
  type Certificate,
  certificatePublicKey,
  isSameName,
  keyUsage,
  verifyCertificateSignature,
} from '../../../x509/index.ts';
import type { AttestationPolicy } from '../attestation.ts';
import type { CertificatePath } from '../certificate-path.ts';
import { isProvisioned } from '../provisioning.ts';
import { findRevocation } from '../revocation-list.ts';

/** The last certificate is self-issued and has a trusted key. Any certificate of this key is accepted. */
export function checkAnchor(
  { root, rootFingerprint }: CertificatePath,
  { anchors }: AttestationPolicy,
): void {
  if (!namesSigner(root, root)) {
    throw new AttestationError('nameMismatch', 'last certificate is not self-issued');
  }
  if (!anchors.includes(rootFingerprint)) {
    throw new AttestationError('untrustedRoot', 'root key is not a trust anchor');
  }
}

/** Some phones encode the name of the signer anew, so names are compared as RFC 5280 7.1 says if their bytes differ. */
const namesSigner = (certificate: Certificate, signer: Certificate): boolean =>
  Buffer.compare(certificate.issuer, signer.subject) === 0 ||
  isSameName(certificate.issuerAttributes, signer.subjectAttributes);

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
    if (!namesSigner(certificate, signer)) {
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
 * A remotely provisioned signer whose extensions say that it signs no certificates is no authority, unless it is an attester:
 * the servers also certify keys of virtual machines, which sign what their owner likes. Factories marked attesters of 2016 as
 * if they were no authorities, so their marks are ignored, as Google's verifier does. A key that was itself attested is refused
 * by its extension, see `readAttestation`.
 */
export function checkAuthorities({ certificates, attester, provisioning }: CertificatePath): void {
  if (provisioning === 'factory') return;
  certificates.forEach((certificate, index) => {
    if (index === 0 || (certificate === attester && isProvisioned(attester))) return;
    if (maySignCertificates(certificate)) return;
    throw new AttestationError('notCa', `certificate ${index} may not sign certificates`);
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
