import { CborError } from '../errors.ts';
import { writeFloat } from './float.ts';
import { MAJOR, writeUint32 } from './head.ts';
import { type CborValue, DEPTH_CEILING, Encoded, Float, Tagged } from './value-and-limits.ts';
import { Writer } from './writer.ts';

/**
 * Sorts the map entries at the end of the writer by their encoded keys, bytewise (RFC 8949 4.2.1). Entry i is
 * from `starts[i]` to the next start; its key ends at `valueStarts[i]`.
 */
function orderEntries(writer: Writer, starts: readonly number[], valueStarts: readonly number[]): void {
  const bytes = writer.bytes;
  // No encoded key is a prefix of another, so the comparison ends within the shorter one.
  const compare = (a: number, b: number): number => {
    let left = starts[a] as number;
    let right = starts[b] as number;
    const end = valueStarts[a] as number;
    while (left < end && bytes[left] === bytes[right]) {
      left++;
      right++;
    }
    return left === end ? 0 : (bytes[left] as number) - (bytes[right] as number);
  };

  let ordered = true;
  for (let index = 1; ordered && index < starts.length; index++) ordered = compare(index - 1, index) < 0;
  if (ordered) return;

  const order = starts.map((_, index) => index).sort(compare);
  for (let index = 1; index < order.length; index++) {
    const entry = order[index] as number;
    if (compare(order[index - 1] as number, entry) === 0) {
      throw new CborError('duplicateKey', starts[entry] as number, 'map key stands twice');
    }
  }

  const first = starts[0] as number;
  const copy = new Uint8Array(bytes.subarray(first, writer.length));
  let position = first;
  for (const entry of order) {
    const end = starts[entry + 1] ?? writer.length;
    const part = copy.subarray((starts[entry] as number) - first, end - first);
    bytes.set(part, position);
    position += part.length;
  }
}

/** Refuses repeated map keys. A Map can hold equal byte strings or arrays twice, and both 1n and 1. */
function refuseRepeats(writer: Writer, starts: readonly number[], valueStarts: readonly number[]): void {
  const seen = new Set<string>();
  starts.forEach((start, index) => {
    seen.add(writer.bytes.toString('latin1', start, valueStarts[index]));
    if (seen.size <= index) throw new CborError('duplicateKey', start, 'map key stands twice');
  });
}

/**
 * Shortest form, map keys sorted bytewise (RFC 8949 4.2.1).
 * Throws CborError: `unencodable` (lone surrogate, integer beyond 64 bits, foreign object), `duplicateKey`, `tooDeep`.
 */
export function encode(value: CborValue): Uint8Array {
  return encodeWith(value, true);
}

/** Like `encode`, with map entries in the given order. */
export function encodeInOrder(value: CborValue): Uint8Array {
  return encodeWith(value, false);
}

function encodeWith(value: CborValue, sorted: boolean): Uint8Array {
  const writer = new Writer();
  try {
    write(writer, value, sorted, 0);
    return writer.finish();
  } finally {
    writer.release();
  }
}

function write(writer: Writer, value: CborValue, sorted: boolean, depth: number): void {
  if (typeof value === 'string') writer.text(value);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'boolean') writer.head(MAJOR.simple, value ? 21 : 20);
  else if (value === null) writer.head(MAJOR.simple, 22);
  else if (value === undefined) writer.head(MAJOR.simple, 23);
  else if (typeof value === 'bigint') writeBigint(writer, value);
  else if (value instanceof Uint8Array) writer.byteString(value);
  else if (value instanceof Encoded) writer.raw(value.bytes);
  else if (value instanceof Float) writeFloatItem(writer, value.value);
  else if (depth >= DEPTH_CEILING) throw new CborError('tooDeep', writer.length, 'nesting is too deep');
  else writeComposed(writer, value, sorted, depth);
}

function writeNumber(writer: Writer, value: number): void {
  if (!Number.isSafeInteger(value)) writeFloatItem(writer, value);
  else if (value >= 0) writer.head(MAJOR.unsigned, value);
  else writer.head(MAJOR.negative, -1 - value);
}

function writeFloatItem(writer: Writer, value: number): void {
  writer.reserve(9);
  writer.length = writeFloat(writer.bytes, writer.length, value);
}

function writeBigint(writer: Writer, value: bigint): void {
  const argument = value < 0n ? -1n - value : value;
  const major = value < 0n ? MAJOR.negative : MAJOR.unsigned;
  if (argument >> 64n) throw unencodable(writer, 'an integer beyond 64 bits');
  if (argument <= Number.MAX_SAFE_INTEGER) {
    writer.head(major, Number(argument));
    return;
  }
  writer.reserve(9);
  writer.bytes[writer.length] = (major << 5) | 27;
  writeUint32(writer.bytes, writer.length + 1, Number(argument >> 32n));
  writer.length = writeUint32(writer.bytes, writer.length + 5, Number(argument & 0xffffffffn));
}

function writeComposed(writer: Writer, value: object, sorted: boolean, depth: number): void {
  if (Array.isArray(value)) {
    writer.head(MAJOR.array, value.length);
    for (let index = 0; index < value.length; index++) write(writer, value[index], sorted, depth + 1);
  } else if (value instanceof Map) {
    writeMap(writer, value, value.size, sorted, depth);
  } else if (value instanceof Tagged) {
    if (!Number.isSafeInteger(value.tag) || value.tag < 0) throw unencodable(writer, 'a tag out of range');
    writer.head(MAJOR.tag, value.tag);
    write(writer, value.value, sorted, depth + 1);
  } else if (isPlain(value)) {
    const entries = Object.entries(value);
    writeMap(writer, entries, entries.length, sorted, depth);
  } else {
    throw unencodable(writer, typeof value === 'object' ? 'a foreign object' : `a ${typeof value}`);
  }
}

function isPlain(value: object): value is { readonly [name: string]: CborValue } {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function writeMap(
  writer: Writer,
  entries: Iterable<readonly [CborValue, CborValue]>,
  count: number,
  sorted: boolean,
  depth: number,
): void {
  writer.head(MAJOR.map, count);
  const starts: number[] = [];
  const valueStarts: number[] = [];
  let mayRepeat = false;
  for (const [key, value] of entries) {
    mayRepeat ||= typeof key === 'object' || typeof key === 'bigint';
    starts.push(writer.length);
    write(writer, key, sorted, depth + 1);
    valueStarts.push(writer.length);
    write(writer, value, sorted, depth + 1);
  }
  if (sorted) orderEntries(writer, starts, valueStarts);
  else if (mayRepeat) refuseRepeats(writer, starts, valueStarts);
}

function unencodable(writer: Writer, what: string): CborError {
  return new CborError('unencodable', writer.length, `CBOR cannot hold ${what}`);
}
