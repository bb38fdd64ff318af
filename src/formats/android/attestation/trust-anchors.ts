import { hash } from 'node:crypto';
import { type Certificate, certificatesFromPem, parseCertificate } from '../../x509/index.ts';
import { GOOGLE_ATTESTATION_ROOTS } from './google-roots.ts';

/** SHA-256 of a certificate's SubjectPublicKeyInfo in lower-case hex: the name of a trust anchor. */
export const spkiFingerprint = ({ spki }: Pick<Certificate, 'spki'>): string => hash('sha256', spki, 'hex');

/** Anchors for the public keys of these PEM certificates. Throws CertificateError. */
export const anchorsFromPem = (...pems: readonly string[]): readonly string[] => [
  ...new Set(pems.flatMap(certificatesFromPem).map((der) => spkiFingerprint(parseCertificate(der)))),
];

/** Google's two attestation root keys. */
export const googleAttestationAnchors = (): readonly string[] => anchorsFromPem(...GOOGLE_ATTESTATION_ROOTS);
