import { CborError, type CborReader, type CborValue } from '../cbor/index.ts';
import type { FieldReader } from './fields.ts';

export const text: FieldReader<string> = (reader) => reader.text();
export const bytes: FieldReader<Uint8Array> = (reader) => reader.bytes();
export const uint: FieldReader<number> = (reader) => reader.uint();
export const boolean: FieldReader<boolean> = (reader) => reader.boolean();
export const value: FieldReader<CborValue> = (reader) => reader.value();
/** The item, still encoded. */
export const raw: FieldReader<Uint8Array> = (reader) => reader.raw();

export function arrayOf<T>(read: FieldReader<T>): FieldReader<readonly T[]> {
  return (reader) => {
    const items: T[] = [];
    for (let left = reader.array(); left > 0; left--) items.push(read(reader));
    return items;
  };
}

/** V8 hashes numbers without a seed, so an attacker could choose keys that collide. */
const MAX_ENTRIES = 2048;

/** A map from text or integers, in the order of the input; duplicate keys are refused. */
export function mapOf<K extends string | number, T>(
  readKey: FieldReader<K>,
  read: FieldReader<T>,
): FieldReader<ReadonlyMap<K, T>> {
  return (reader) => {
    const entries = new Map<K, T>();
    let at = reader.offset;
    let left = reader.map();
    if (left > MAX_ENTRIES) throw new CborError('tooManyItems', at, 'map has too many entries');
    for (; left > 0; left--) {
      at = reader.offset;
      const key = readKey(reader);
      if (entries.has(key)) throw new CborError('duplicateKey', at, 'map key stands twice');
      entries.set(key, read(reader));
    }
    return entries;
  };
}

/** Content of the tag `number`; any other tag is refused. */
export function tagged<T>(number: number, read: FieldReader<T>): FieldReader<T> {
  return (reader) => {
    const at = reader.offset;
    if (reader.tag() !== number) throw new CborError('unexpectedType', at, `tag ${number} expected`);
    return read(reader);
  };
}

/** `#6.24(bstr .cbor …)`: the encoded item inside (RFC 8949 3.4.5.1). */
export const embedded: FieldReader<Uint8Array> = tagged(24, bytes);

/** Reads a text that must be one of the given texts. */
export function literal<const T extends string>(...texts: readonly T[]): FieldReader<T> {
  return (reader: CborReader) => {
    const at = reader.offset;
    const found = reader.text();
    const known = texts.find((candidate) => candidate === found);
    if (known === undefined) throw new CborError('unexpectedType', at, `"${texts.join('" or "')}" expected`);
    return known;
  };
}
