import { DerError, derWriter, type EncodingRules, readDer, TAG } from '../der/index.ts';

const INTEGER = 0x02;
const SEQUENCE = 0x30;
/** The DER length octet before contents of 128 to 255 octets, as for P-521 (X.690 8.1.3.5). */
const ONE_LENGTH_OCTET = 0x81;
const LONGEST_HEADER = 3;

/** DER ECDSA-Sig-Value (RFC 3279 2.2.3) of r ‖ s. */
export function ecdsaSignatureToDer(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const der = new Uint8Array(LONGEST_HEADER + 2 * (LONGEST_HEADER + half));
  const afterR = writeInteger(raw, 0, half, der, LONGEST_HEADER);
  const end = writeInteger(raw, half, raw.length, der, afterR);
  const content = end - LONGEST_HEADER;
  const start = content < 0x80 ? 1 : 0;
  der[1] = ONE_LENGTH_OCTET;
  der[start] = SEQUENCE;
  der[2] = content;
  return der.subarray(start, end);
}

/**
 * r ‖ s from a DER ECDSA-Sig-Value that node:crypto made, for a curve with coordinates of this size. If
 * node:crypto makes r ‖ s itself, a signature takes twice as long.
 */
export function ecdsaSignatureFromDer(der: Uint8Array, coordinateBytes: number): Uint8Array {
  const raw = new Uint8Array(2 * coordinateBytes);
  let at = der[1] === ONE_LENGTH_OCTET ? LONGEST_HEADER : LONGEST_HEADER - 1;
  for (let end = coordinateBytes; end <= raw.length; end += coordinateBytes) {
    const length = der[at + 1]!;
    at += 2 + length;
    const copied = Math.min(length, coordinateBytes);
    for (let back = 1; back <= copied; back++) raw[end - back] = der[at - back]!;
  }
  return raw;
}

/** DER of an ECDSA-Sig-Value that was encoded by these rules. Returns what is none unchanged; it verifies nothing. */
export function canonicalEcdsaSignature(signature: Uint8Array, rules: EncodingRules): Uint8Array {
  if (rules.size === 0) return signature;
  try {
    const [r, s] = readDer(
      signature,
      (reader) => {
        const fields = reader.sequence();
        const parts = [fields.content(TAG.integer), fields.content(TAG.integer)] as const;
        fields.end();
        return parts;
      },
      rules,
    );
    return derWriter.sequence(derWriter.unsignedInteger(r), derWriter.unsignedInteger(s));
  } catch (error) {
    if (error instanceof DerError) return signature;
    throw error;
  }
}

/** Writes the shortest positive INTEGER with this magnitude; returns its end position. */
function writeInteger(raw: Uint8Array, start: number, end: number, der: Uint8Array, at: number): number {
  let first = start;
  while (first < end - 1 && raw[first] === 0) first++;
  const padding = raw[first]! < 0x80 ? 0 : 1;
  let target = at + 2 + padding;
  der[at] = INTEGER;
  der[at + 1] = padding + end - first;
  for (let index = first; index < end; index++) der[target++] = raw[index]!;
  return target;
}
