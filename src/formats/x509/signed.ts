import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { ecdsaSignatureToDer, isOnCurve, spkiFromPoint } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import { parseCertificate } from './certificate.ts';
import { OID } from './oid.ts';
import { isUnambiguousSerial } from './validity.ts';
import { certificatePublicKey, verifyCertificateSignature } from './verify.ts';

/** DER ECDSA-Sig-Value (RFC 3279 2.2.3) of a signer's r ‖ s on P-256. */
function signatureValue(raw: Uint8Array): Uint8Array {
  if (raw.length !== 64) throw new CertificateError('invalidSpec', 'signer did not return 64 octets r ‖ s');
  return ecdsaSignatureToDer(raw);
}

/** AlgorithmIdentifier (RFC 5758 3.2). */
const ECDSA_WITH_SHA256 = derWriter.sequence(derWriter.objectIdentifier(OID.ecdsaWithSha256));

/**
 * The signed part, the algorithm and the signature: the outer structure of certificates and of certification
 * requests.
 */
export async function signed(content: Uint8Array, sign: RawSigner): Promise<Uint8Array> {
  const signature = signatureValue(await sign(content));
  return derWriter.sequence(content, ECDSA_WITH_SHA256, derWriter.bitString(signature));
}

/** Content of a version 3 certificate, with names, key and extensions in DER. */
export interface CertificateFields {
  /** Magnitude, big endian. */
  readonly serialNumber: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Milliseconds; written in whole seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly spki: Uint8Array;
  readonly extensions: readonly Uint8Array[];
}

const VERSION_3 = derWriter.explicit(0, derWriter.integer(2));

/** Encodes the fields and signs them with the issuer's P-256 key (ecdsa-with-SHA256). */
export async function signCertificate(fields: CertificateFields, sign: RawSigner): Promise<Uint8Array> {
  return signed(encodeTbsCertificate(fields), sign);
}

function encodeTbsCertificate(fields: CertificateFields): Uint8Array {
  const parts = [
    VERSION_3,
    derWriter.unsignedInteger(fields.serialNumber),
    ECDSA_WITH_SHA256,
    fields.issuer,
    derWriter.sequence(derWriter.time(fields.notBefore), derWriter.time(fields.notAfter)),
    fields.subject,
    fields.spki,
  ];
  if (fields.extensions.length > 0)
    parts.push(derWriter.explicit(3, derWriter.sequence(...fields.extensions)));
  return derWriter.sequence(...parts);
}

/** Input of all functions that make certificates. */
export interface MakerSpec {
  /** Uncompressed P-256 point of the subject's key, 65 bytes. */
  readonly subjectPoint: Uint8Array;
  /** See {@link newSerialNumber}. */
  readonly serialNumber: Uint8Array;
  /** Now, in milliseconds. */
  readonly createdAt: number;
}

/** Validates the common input and returns the subject's SubjectPublicKeyInfo. */
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

/** `wanted`, or `cap` by default. Throws if it is later than the cap or not after the start. */
export function notAfterWithin(wanted: number | undefined, notBefore: number, cap: number): number {
  const notAfter = wanted ?? cap;
  if (notAfter > cap) throw new CertificateError('invalidSpec', 'notAfter is later than the profile allows');
  if (!(notAfter > notBefore)) throw new CertificateError('invalidSpec', 'validity ends before it begins');
  return notAfter;
}

/** Signs, and then checks with the issuer's public key that the signer used the matching private key. */
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
