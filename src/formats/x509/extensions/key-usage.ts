import { DerError, type DerReader, derWriter } from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/** In bit order (RFC 5280 4.2.1.3). */
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
  readExtension(certificate, OID.keyUsage, decode);

function decode(reader: DerReader): readonly KeyUsage[] {
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
