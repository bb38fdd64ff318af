import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { ecdsaSignatureToDer } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import { OID } from './oid.ts';

/** DER ECDSA-Sig-Value (RFC 3279 2.2.3) of a signer's r ‖ s on P-256. */
function signatureValue(raw: Uint8Array): Uint8Array {
  if (raw.length !== 64) throw new CertificateError('invalidSpec', 'signer did not return 64 octets r ‖ s');
  return ecdsaSignatureToDer(raw);
}

/** AlgorithmIdentifier (RFC 5758 3.2). */
const ECDSA_WITH_SHA256 = derWriter.sequence(derWriter.objectIdentifier(OID.ecdsaWithSha256));

/** What is signed, the algorithm, the signature: the frame of certificates and of requests for them. */
export async function signed(content: Uint8Array, sign: RawSigner): Promise<Uint8Array> {
  const signature = signatureValue(await sign(content));
  return derWriter.sequence(content, ECDSA_WITH_SHA256, derWriter.bitString(signature));
}

/** What a version 3 certificate says, its names, key and extensions already in DER. */
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

/** Encodes the fields and has the issuer's P-256 key sign them (ecdsa-with-SHA256). */
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
