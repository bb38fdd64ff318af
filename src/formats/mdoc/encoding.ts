import { type CborValue, type DecodeOptions, Encoded, encodeInOrder, Tagged } from '../cbor/index.ts';

/**
 * For documents of other issuers and wallets. Some encoders always write 16-bit map heads (the samples of
 * Bundesdruckerei and Animo), so shortest form is not required. Indefinite lengths, repeated keys and bad
 * UTF-8 are refused.
 */
export const FOREIGN: DecodeOptions = { shortestOnly: false };

/**
 * The bytes from which each structure was decoded, because signed and digested bytes must be passed on
 * unchanged (ISO 18013-5 9.1.2). Structures are immutable; a changed copy is encoded again.
 */
const sources = new WeakMap<object, Uint8Array>();

export function keepEncoding<T extends object>(structure: T, source: Uint8Array): T {
  sources.set(structure, source);
  return structure;
}

/** The bytes from which `structure` was decoded; otherwise those that `build` returns. */
export function encodingOf<T extends object>(structure: T, build: (structure: T) => Uint8Array): Uint8Array {
  return sources.get(structure) ?? build(structure);
}

/** `#6.24(bstr .cbor item)` of an encoded item (RFC 8949 3.4.5.1). */
export const embed = (item: Uint8Array): Uint8Array => encodeInOrder(new Tagged(24, item));

/** A map with text keys in the given order, without undefined members. */
export function encodeMembers(members: Readonly<Record<string, CborValue>>): Uint8Array {
  return encodeInOrder(new Map(Object.entries(members).filter(([, member]) => member !== undefined)));
}

export const encodedAll = (items: readonly Uint8Array[]): readonly Encoded[] =>
  items.map((item) => new Encoded(item));

export const mapValues = <K, V, W>(map: ReadonlyMap<K, V>, change: (value: V) => W): ReadonlyMap<K, W> =>
  new Map([...map].map(([key, value]) => [key, change(value)]));

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
