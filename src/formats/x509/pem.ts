import { CertificateError } from '../errors.ts';

const MAX_PEM_CHARACTERS = 1 << 20;
const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/** 64 characters to the line, newline at the end (RFC 7468 2). */
function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Text form of one certificate (RFC 7468 5). */
export const certificateToPem = (der: Uint8Array): string => toPem('CERTIFICATE', der);

/** Text form of a request for one (RFC 7468 7). */
export const certificationRequestToPem = (der: Uint8Array): string => toPem('CERTIFICATE REQUEST', der);

/**
 * DER of every certificate in a PEM text, in its order. Other text between the blocks is skipped. A text
 * without a certificate is refused.
 */
export function certificatesFromPem(pem: string): readonly Uint8Array[] {
  if (pem.length > MAX_PEM_CHARACTERS) throw new CertificateError('invalidPem', 'PEM text is too long');
  const certificates = Array.from(pem.matchAll(BLOCK), ([, body]) => decodeBody(body!.replace(/\s+/g, '')));
  if (certificates.length === 0) throw new CertificateError('invalidPem', 'PEM text holds no certificate');
  if (certificates.length !== pem.split('-----BEGIN CERTIFICATE-----').length - 1) {
    throw new CertificateError('invalidPem', 'PEM text holds a broken certificate block');
  }
  return certificates;
}

function decodeBody(base64: string): Uint8Array {
  const der = Buffer.from(base64, 'base64');
  if (der.length === 0 || der.toString('base64') !== base64) {
    throw new CertificateError('invalidPem', 'PEM block is not base64');
  }
  return new Uint8Array(der);
}
