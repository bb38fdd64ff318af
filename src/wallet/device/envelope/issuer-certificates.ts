import type { KeyObject } from 'node:crypto';
import { EcError, isP256, pointFromSpki } from '../../../formats/ec/index.ts';
import {
  type Certificate,
  CertificateError,
  certificatePublicKey,
  parseCertificate,
} from '../../../formats/x509/index.ts';
import { DistrustError } from '../../errors.ts';

function validCertificate(text: string, what: string, now: number): Certificate {
  const certificate = parseCertificate(Buffer.from(text, 'base64'));
  if (certificate.notBefore > now || certificate.notAfter < now) {
    throw new DistrustError('issuerKey', `the ${what} certificate is not valid now`);
  }
  return certificate;
}

function trusting<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof CertificateError || cause instanceof EcError)) throw cause;
    throw new DistrustError('issuerKey', `the ${what} certificate cannot be used`, { cause });
  }
}

/** @throws DistrustError */
export function signingKeys(certificates: readonly string[], now: number): readonly KeyObject[] {
  const what = 'identity';
  const keys = certificates.map((text) =>
    trusting(what, () => certificatePublicKey(validCertificate(text, what, now))),
  );
  if (keys.length > 0 && keys.every(isP256)) return keys;
  throw new DistrustError('issuerKey', 'the issuer has no identity key on P-256');
}

export interface EncryptionKey {
  /** Uncompressed point, 65 bytes. */
  readonly point: Uint8Array;
  /** The certificate's serial number in upper-case hex. */
  readonly keyId: string;
}

/** @throws DistrustError */
export function recipientKey(certificate: string, now: number): EncryptionKey {
  const what = 'encryption';
  return trusting(what, () => {
    const { spki, serialHex } = validCertificate(certificate, what, now);
    return { point: pointFromSpki(spki), keyId: serialHex };
  });
}
