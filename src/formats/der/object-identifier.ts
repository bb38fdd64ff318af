import { DerError } from '../errors.ts';

const MAX_OCTETS = 64;

/** Arcs of up to seven octets (49 bits) are exact as a number. */
const MAX_SMALL_ARC_OCTETS = 7;

// Precomputed texts of attribute types and certificate extensions, which occur most often in chains.
const ATTRIBUTE_TYPES = Array.from({ length: 128 }, (_, last) => `2.5.4.${last}`);
const EXTENSIONS = Array.from({ length: 128 }, (_, last) => `2.5.29.${last}`);

/** Dotted decimal text of the OBJECT IDENTIFIER contents from `start` to `end` (X.690 8.19). */
export function decodeObjectIdentifier(bytes: Uint8Array, start: number, end: number): string {
  if (start === end || bytes[end - 1]! >= 0x80 || end - start > MAX_OCTETS) throw invalid(start);
  if (end - start === 3 && bytes[start] === 0x55) {
    if (bytes[start + 1] === 4) return ATTRIBUTE_TYPES[bytes[start + 2]!]!;
    if (bytes[start + 1] === 29) return EXTENSIONS[bytes[start + 2]!]!;
  }
  let text = '';
  let arc = 0;
  let arcStart = start;
  for (let at = start; at < end; at++) {
    const octet = bytes[at]!;
    if (at === arcStart && octet === 0x80) throw invalid(start);
    arc = arc * 128 + (octet & 0x7f);
    if (octet >= 0x80) continue;
    const exact = at - arcStart < MAX_SMALL_ARC_OCTETS ? arc : bigArc(bytes, arcStart, at + 1);
    text = text === '' ? firstArcs(exact) : `${text}.${exact}`;
    arc = 0;
    arcStart = at + 1;
  }
  return text;
}

const invalid = (offset: number) => new DerError('invalidOid', offset, 'malformed OBJECT IDENTIFIER');

function bigArc(bytes: Uint8Array, start: number, end: number): bigint {
  let value = 0n;
  for (let index = start; index < end; index++) value = (value << 7n) | BigInt(bytes[index]! & 0x7f);
  return value;
}

function firstArcs(arc: number | bigint): string {
  if (typeof arc === 'bigint') return `2.${arc - 80n}`;
  if (arc >= 80) return `2.${arc - 80}`;
  return arc >= 40 ? `1.${arc - 40}` : `0.${arc}`;
}

export function encodeObjectIdentifier(text: string): Uint8Array {
  const unencodable = () => new DerError('unencodable', 0, 'OBJECT IDENTIFIER text is malformed');
  if (text.length > 256 || !/^[0-2](\.(0|[1-9]\d*)){1,}$/.test(text)) throw unencodable();
  const [root, second, ...rest] = text.split('.').map(BigInt) as [bigint, bigint, ...bigint[]];
  if (root < 2n && second >= 40n) throw unencodable();
  const octets: number[] = [];
  for (const arc of [root * 40n + second, ...rest]) {
    const group = [Number(arc & 0x7fn)];
    for (let high = arc >> 7n; high > 0n; high >>= 7n) group.unshift(Number(high & 0x7fn) | 0x80);
    octets.push(...group);
  }
  if (octets.length > MAX_OCTETS) throw unencodable();
  return Uint8Array.from(octets);
}
