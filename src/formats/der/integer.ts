import { DerError } from '../errors.ts';

const MAX_OCTETS = 256;

/** Where the shortest contents of an INTEGER or ENUMERATED begin (X.690 8.3.2). Refuses empty contents. */
export function shortestInteger(bytes: Uint8Array, start: number, end: number): number {
  if (start === end) throw invalid(start, 'without contents');
  if (end - start > MAX_OCTETS) throw invalid(start, `longer than ${MAX_OCTETS} octets`);
  let first = start;
  while (first < end - 1 && repeatsSign(bytes[first]!, bytes[first + 1]!)) first++;
  return first;
}

const repeatsSign = (octet: number, next: number): boolean => octet === (next >= 0x80 ? 0xff : 0);

const invalid = (offset: number, problem: string) =>
  new DerError('invalidInteger', offset, `INTEGER ${problem}`);

/** The INTEGER with these contents. */
export function decodeInteger(bytes: Uint8Array, start: number, end: number): bigint {
  if (end - start <= 6) return BigInt(smallInteger(bytes, start, end));
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('hex');
  return BigInt.asIntN((end - start) * 8, BigInt(`0x${hex}`));
}

/** An INTEGER that must fit a JavaScript number exactly: at most six octets. */
export function decodeSmallInteger(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 6) throw invalid(start, 'out of range');
  return smallInteger(bytes, start, end);
}

function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  let value = (bytes[start]! << 24) >> 24;
  for (let index = start + 1; index < end; index++) value = value * 256 + bytes[index]!;
  return value;
}

/** Shortest two's complement contents of a signed integer. */
export function encodeInteger(value: number | bigint): Uint8Array {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new DerError('unencodable', 0, 'INTEGER from a number that is not a safe integer');
  }
  let rest = BigInt(value);
  const octets: number[] = [];
  for (;;) {
    const octet = Number(BigInt.asUintN(8, rest));
    octets.push(octet);
    rest >>= 8n;
    if ((rest === 0n && octet < 0x80) || (rest === -1n && octet >= 0x80)) break;
  }
  return Uint8Array.from(octets.reverse());
}

/** Shortest contents of the non-negative integer with this big-endian magnitude. */
export function encodeUnsignedInteger(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  const body = magnitude.subarray(start);
  if (body.length === 0) return Uint8Array.of(0);
  if (body[0]! < 0x80) return body;
  const content = new Uint8Array(body.length + 1);
  content.set(body, 1);
  return content;
}
