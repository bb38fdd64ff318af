import type { RawSigner } from '../cose/index.ts';
import { isOnCurve, spkiFromPoint } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import { parseCertificate } from './certificate.ts';
import { type CertificateFields, signCertificate } from './signed.ts';
import { isUnambiguousSerial } from './validity.ts';
import { certificatePublicKey, verifyCertificateSignature } from './verify.ts';

/** What every maker takes. */
export interface MakerSpec {
  /** Uncompressed P-256 point of the subject's key, 65 bytes. */
  readonly subjectPoint: Uint8Array;
  /** See {@link newSerialNumber}. */
  readonly serialNumber: Uint8Array;
  /** Now, in milliseconds. */
  readonly createdAt: number;
}

/** SubjectPublicKeyInfo of the subject, after the parts common to all makers were found usable. */
export function subjectSpki({ subjectPoint, serialNumber }: MakerSpec): Uint8Array {
  if (!isUnambiguousSerial(serialNumber)) {
    throw new CertificateError(
      'invalidSpec',
      'serial number is not 16 octets of which the first is 0x10 to 0x7F',
    );
  }
  if (!isOnCurve(subjectPoint)) throw new CertificateError('invalidSpec', 'subject key is not a P-256 point');
  return spkiFromPoint(subjectPoint);
}

/** `wanted` or `cap`; later than the cap, or not after the start, is refused. */
export function notAfterWithin(wanted: number | undefined, notBefore: number, cap: number): number {
  const notAfter = wanted ?? cap;
  if (notAfter > cap) throw new CertificateError('invalidSpec', 'notAfter is later than the profile allows');
  if (!(notAfter > notBefore)) throw new CertificateError('invalidSpec', 'validity ends before it begins');
  return notAfter;
}

/** Signs, then checks with the issuer's public key that the signer holds the matching private key. */
export async function makeCertificate(
  fields: CertificateFields,
  issuerSpki: Uint8Array,
  sign: RawSigner,
): Promise<Uint8Array> {
  const der = await signCertificate(fields, sign);
  if (!verifyCertificateSignature(parseCertificate(der), certificatePublicKey({ spki: issuerSpki }))) {
    throw new CertificateError('invalidSpec', 'the signer does not hold the issuer key');
  }
  return der;
}
