import { hash } from 'node:crypto';
import { contextPrimitive, DerError, type DerReader, derWriter, readDer, TAG } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/**
 * SHA-1 over the key bits of a SubjectPublicKeyInfo (RFC 5280 4.2.1.2 method 1, as ISO 18013-5 B.1 requires).
 * Throws {@link CertificateError} `unsupportedKey`.
 */
export const keyIdentifierOf = (spki: Uint8Array): Uint8Array => hash('sha1', keyBits(spki), 'buffer');

function keyBits(spki: Uint8Array): Uint8Array {
  try {
    return readDer(spki, (reader) => {
      const fields = reader.sequence();
      fields.element(TAG.sequence);
      const bits = fields.bitStringOctets();
      fields.end();
      return bits;
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('unsupportedKey', 'public key is malformed', { cause: error });
  }
}

export const subjectKeyIdentifier = (certificate: Certificate): Uint8Array | undefined =>
  readExtension(certificate, OID.subjectKeyIdentifier, (reader) => reader.octetString());

/**
 * keyIdentifier of the AuthorityKeyIdentifier. An empty byte string if the extension has only issuer and
 * serial number.
 */
export const authorityKeyIdentifier = (certificate: Certificate): Uint8Array | undefined =>
  readExtension(certificate, OID.authorityKeyIdentifier, decodeAuthorityKeyIdentifier);

function decodeAuthorityKeyIdentifier(reader: DerReader): Uint8Array {
  const fields = reader.sequence();
  const tag = contextPrimitive(0);
  const keyIdentifier = fields.nextIs(tag) ? fields.octetString(tag) : new Uint8Array(0);
  while (!fields.done) fields.wellFormedElement();
  return keyIdentifier;
}

export const encodeSubjectKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  encodeExtension(OID.subjectKeyIdentifier, false, derWriter.octetString(identifier));

export const encodeAuthorityKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  encodeExtension(
    OID.authorityKeyIdentifier,
    false,
    derWriter.sequence(derWriter.element(contextPrimitive(0), identifier)),
  );

/** RFC 5280 4.2.1.9 */
export interface BasicConstraints {
  readonly ca: boolean;
  readonly pathLength?: number;
}

export const basicConstraints = (certificate: Certificate): BasicConstraints | undefined =>
  readExtension(certificate, OID.basicConstraints, decodeBasicConstraints);

function decodeBasicConstraints(reader: DerReader): BasicConstraints {
  const fields = reader.sequence();
  const ca = fields.nextIs(TAG.boolean) && fields.boolean();
  const pathLength = fields.done ? undefined : fields.smallInteger();
  fields.end();
  return pathLength === undefined ? { ca } : { ca, pathLength };
}

/** Critical BasicConstraints. `cA` FALSE is the default and so gives an empty sequence. */
export function encodeBasicConstraints({ ca, pathLength }: BasicConstraints): Uint8Array {
  const fields = ca ? [derWriter.boolean(true)] : [];
  if (pathLength !== undefined) fields.push(derWriter.integer(pathLength));
  return encodeExtension(OID.basicConstraints, true, derWriter.sequence(...fields));
}

/** Key usages in the order of their bits (RFC 5280 4.2.1.3). */
const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export type KeyUsage = (typeof KEY_USAGES)[number];

/** The uses allowed, in bit order. */
export const keyUsage = (certificate: Certificate): readonly KeyUsage[] | undefined =>
  readExtension(certificate, OID.keyUsage, decodeKeyUsage);

function decodeKeyUsage(reader: DerReader): readonly KeyUsage[] {
  const at = reader.offset;
  const { octets } = reader.bitString();
  if (octets.length > 2) throw new DerError('invalidBitString', at, 'KeyUsage has too many bits');
  return KEY_USAGES.filter((_, bit) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** Critical KeyUsage. */
export function encodeKeyUsage(usages: readonly KeyUsage[]): Uint8Array {
  const bits = usages.map((usage) => KEY_USAGES.indexOf(usage));
  const last = Math.max(...bits);
  const octets = new Uint8Array((last >> 3) + 1);
  for (const bit of bits) octets[bit >> 3]! |= 0x80 >> (bit & 7);
  // trailing zero bits of a named bit list are left out (X.690 11.2.2)
  return encodeExtension(OID.keyUsage, true, derWriter.bitString(octets, 7 - (last & 7)));
}

/** OBJECT IDENTIFIERs of the purposes (RFC 5280 4.2.1.12). */
export const extendedKeyUsage = (certificate: Certificate): readonly string[] | undefined =>
  readExtension(certificate, OID.extendedKeyUsage, decodeExtendedKeyUsage);

function decodeExtendedKeyUsage(reader: DerReader): readonly string[] {
  const purposes: string[] = [];
  const list = reader.sequence();
  do purposes.push(list.objectIdentifier());
  while (!list.done);
  return purposes;
}

/** Critical ExtendedKeyUsage with one purpose. */
export const encodeExtendedKeyUsage = (purpose: string): Uint8Array =>
  encodeExtension(OID.extendedKeyUsage, true, derWriter.sequence(derWriter.objectIdentifier(purpose)));
