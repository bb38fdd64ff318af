import { DerError, readDer } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';

interface Curve {
  readonly name: string;
  /** The signature algorithm that goes with the curve (ISO 18013-5 9.1.2.4). */
  readonly signatureAlgorithm: string;
}

/** Keys that an issuing authority may have (ISO 18013-5 B.1.2), by the OBJECT IDENTIFIER of the named curve. */
const CURVES: ReadonlyMap<string, Curve> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', signatureAlgorithm: OID.ecdsaWithSha256 }],
  ['1.3.132.0.34', { name: 'P-384', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.132.0.35', { name: 'P-521', signatureAlgorithm: OID.ecdsaWithSha512 }],
  ['1.3.36.3.3.2.8.1.1.7', { name: 'brainpoolP256r1', signatureAlgorithm: OID.ecdsaWithSha256 }],
  ['1.3.36.3.3.2.8.1.1.9', { name: 'brainpoolP320r1', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.36.3.3.2.8.1.1.11', { name: 'brainpoolP384r1', signatureAlgorithm: OID.ecdsaWithSha384 }],
  ['1.3.36.3.3.2.8.1.1.13', { name: 'brainpoolP512r1', signatureAlgorithm: OID.ecdsaWithSha512 }],
]);

/** Ed25519 and Ed448, allowed for document signers (ISO 18013-5 B.1.4). */
const EDWARDS_KEYS: ReadonlySet<string> = new Set(['1.3.101.112', '1.3.101.113']);

/** The curve of an EC key; undefined for other keys. */
export function curveOf(certificate: Certificate): Curve | undefined {
  const { algorithm, curve } = keyAlgorithm(certificate);
  return algorithm === OID.ecPublicKey ? CURVES.get(curve ?? '') : undefined;
}

export const isEdwardsKey = (certificate: Certificate): boolean =>
  EDWARDS_KEYS.has(keyAlgorithm(certificate).algorithm);

function keyAlgorithm({ spki }: Certificate): { algorithm: string; curve: string | undefined } {
  try {
    return readDer(spki, (reader) => {
      const fields = reader.sequence();
      const identifier = fields.sequence();
      const algorithm = identifier.objectIdentifier();
      fields.bitStringOctets();
      fields.end();
      return { algorithm, curve: algorithm === OID.ecPublicKey ? identifier.objectIdentifier() : undefined };
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('unsupportedKey', 'public key is malformed', { cause: error });
  }
}
