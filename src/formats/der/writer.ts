import { DerError } from '../errors.ts';
import { encodeInteger, encodeUnsignedInteger } from './integer.ts';
import { encodeObjectIdentifier } from './object-identifier.ts';
import { encodeString } from './string.ts';
import { contextConstructed, type DerTag, MAX_TAG_NUMBER, TAG, tagNumber } from './tag.ts';
import { encodeTime } from './time.ts';

/** One element: this tag around the concatenation of these contents. */
export function element(tag: DerTag, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  const head = [...identifierOctets(tag), ...lengthOctets(length)];
  const encoded = new Uint8Array(head.length + length);
  encoded.set(head);
  let at = head.length;
  for (const part of contents) {
    encoded.set(part, at);
    at += part.length;
  }
  return encoded;
}

function identifierOctets(tag: DerTag): number[] {
  const number = tagNumber(tag);
  const top = (tag & 7) << 5;
  if (number > MAX_TAG_NUMBER) throw new DerError('unencodable', 0, 'tag number too large');
  if (number < 0x1f) return [top | number];
  const octets = [number & 0x7f];
  for (let high = number >> 7; high > 0; high >>= 7) octets.unshift((high & 0x7f) | 0x80);
  return [top | 0x1f, ...octets];
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => element(TAG.sequence, ...parts);

/** SET OF: the encodings in ascending order (X.690 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array =>
  element(TAG.set, ...parts.toSorted(Buffer.compare));

export const explicit = (number: number, ...inner: readonly Uint8Array[]): Uint8Array =>
  element(contextConstructed(number), ...inner);

export const boolean = (value: boolean): Uint8Array => element(TAG.boolean, Uint8Array.of(value ? 0xff : 0));
export const integer = (value: number | bigint): Uint8Array => element(TAG.integer, encodeInteger(value));
export const unsignedInteger = (magnitude: Uint8Array): Uint8Array =>
  element(TAG.integer, encodeUnsignedInteger(magnitude));
export const enumerated = (value: number): Uint8Array => element(TAG.enumerated, encodeInteger(value));
export const nullValue = (): Uint8Array => element(TAG.null);
export const octetString = (octets: Uint8Array): Uint8Array => element(TAG.octetString, octets);
export const bitString = (octets: Uint8Array, unusedBits = 0): Uint8Array =>
  element(TAG.bitString, Uint8Array.of(unusedBits), octets);
export const objectIdentifier = (text: string): Uint8Array =>
  element(TAG.objectIdentifier, encodeObjectIdentifier(text));
export const utf8String = (text: string): Uint8Array =>
  element(TAG.utf8String, encodeString('utf8String', text));
export const printableString = (text: string): Uint8Array =>
  element(TAG.printableString, encodeString('printableString', text));
export const ia5String = (text: string): Uint8Array =>
  element(TAG.ia5String, encodeString('ia5String', text));

/** UTCTime through 2049, GeneralizedTime after (RFC 5280 4.1.2.5). */
export function time(milliseconds: number): Uint8Array {
  const { tag, content } = encodeTime(milliseconds);
  return element(tag, content);
}
