import { Buffer } from 'node:buffer';
import { CborError, type CborErrorCode } from '../errors.ts';
import { floatSize, readFloat } from './float.ts';
import { MAJOR } from './head.ts';
import { ComposedKeys, decodeText } from './text-and-keys.ts';
import {
  type CborValue,
  DEPTH_CEILING,
  type DecodeOptions,
  Float,
  LIMITS,
  Tagged,
} from './value-and-limits.ts';

export type ItemKind = 'uint' | 'negative' | 'bytes' | 'text' | 'array' | 'map' | 'tag' | 'simple' | 'float';

const KINDS: readonly ItemKind[] = ['uint', 'negative', 'bytes', 'text', 'array', 'map', 'tag', 'simple'];
const SIMPLE_VALUES: readonly (boolean | null | undefined)[] = [false, true, null, undefined];
const FALSE = 20;
const NULL = 22;
const INDEFINITE = 31;

/**
 * A strict cursor over one byte string. Every method throws CborError, after which the cursor must not be
 * used. Byte strings and raw items are views of the input. The limit on items applies to all items that this
 * cursor reads.
 */
export class CborReader {
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #end: number;
  readonly #maxDepth: number;
  readonly #maxNumericKeys: number;
  readonly #shortestOnly: boolean;
  #itemsLeft: number;
  #offset = 0;

  constructor(bytes: Uint8Array, options: DecodeOptions = {}) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // A plain Uint8Array, because views of a Buffer are Buffers, which have another `slice` and another JSON.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#end = bytes.length;
    this.#maxDepth = Math.min(options.maxDepth ?? LIMITS.maxDepth, DEPTH_CEILING);
    this.#maxNumericKeys = options.maxNumericKeys ?? LIMITS.maxNumericKeys;
    this.#shortestOnly = options.shortestOnly ?? LIMITS.shortestOnly;
    this.#itemsLeft = options.maxItems ?? LIMITS.maxItems;
    const maxBytes = options.maxBytes ?? LIMITS.maxBytes;
    if (bytes.length > maxBytes) throw new CborError('tooLong', 0, 'input is too long');
  }

  /** Offset of the next item. */
  get offset(): number {
    return this.#offset;
  }

  /** Kind of the next item; does not read it. */
  peek(): ItemKind {
    const initial = this.#initial();
    return initial >= 0xf9 && initial <= 0xfb ? 'float' : (KINDS[initial >> 5] as ItemKind);
  }

  /** Number of items that follow. */
  array(): number {
    return this.#takeHead(MAJOR.array);
  }

  /** Number of entries that follow. */
  map(): number {
    return this.#takeHead(MAJOR.map);
  }

  tag(): number {
    return this.#takeHead(MAJOR.tag);
  }

  text(): string {
    return this.#takeText(this.#takeHead(MAJOR.text));
  }

  bytes(): Uint8Array {
    return this.#takeBytes(this.#takeHead(MAJOR.bytes));
  }

  /** An unsigned integer up to 2^53-1. */
  uint(): number {
    return this.#takeHead(MAJOR.unsigned);
  }

  /** An integer between -(2^53-1) and 2^53-1. */
  int(): number {
    const start = this.#offset;
    const major = this.#initial() >> 5;
    if (major > MAJOR.negative) throw this.#error('unexpectedType', start, 'integer expected');
    const value = this.#takeInteger(major);
    if (typeof value === 'bigint') throw this.#error('unsupported', start, 'integer is out of range');
    return value;
  }

  boolean(): boolean {
    const value = this.#initial() - 0xe0 - FALSE;
    if (value !== 0 && value !== 1) throw this.#error('unexpectedType', this.#offset, 'boolean expected');
    this.#takeHead(MAJOR.simple);
    return value === 1;
  }

  nil(): void {
    if (this.#initial() !== 0xe0 + NULL) throw this.#error('unexpectedType', this.#offset, 'null expected');
    this.#takeHead(MAJOR.simple);
  }

  /** The next item, decoded. */
  value(): CborValue {
    return this.#value(0);
  }

  /** The next item, still encoded but checked as strictly as by `value`. */
  raw(): Uint8Array {
    const start = this.#offset;
    this.#value(0);
    return this.#bytes.subarray(start, this.#offset);
  }

  /** Throws if any bytes follow. */
  end(): void {
    if (this.#offset < this.#end) throw this.#error('trailingBytes', this.#offset, 'bytes follow the item');
  }

  #value(depth: number): CborValue {
    const major = this.#initial() >> 5;
    if (major <= MAJOR.negative) return this.#takeInteger(major);
    if (major === MAJOR.bytes) return this.bytes();
    if (major === MAJOR.text) return this.text();
    if (major === MAJOR.simple) return this.#takeSimple();
    if (depth >= this.#maxDepth) throw this.#error('tooDeep', this.#offset, 'nesting is too deep');
    if (major === MAJOR.map) return this.#takeMap(depth);
    if (major === MAJOR.tag) return new Tagged(this.tag(), this.#value(depth + 1));
    const items: CborValue[] = [];
    for (let left = this.array(); left > 0; left--) items.push(this.#value(depth + 1));
    return items;
  }

  #takeMap(depth: number): ReadonlyMap<CborValue, CborValue> {
    const entries = new Map<CborValue, CborValue>();
    const composed = new ComposedKeys();
    const count = this.map();
    let numericKeysLeft = this.#maxNumericKeys;
    for (let index = 0; index < count; index++) {
      const start = this.#offset;
      const key = this.#value(depth + 1);
      if (typeof key === 'number' || typeof key === 'bigint') numericKeysLeft--;
      if (numericKeysLeft < 0) throw this.#error('tooManyItems', start, 'too many numeric keys');
      entries.set(key, this.#value(depth + 1));
      const repeated =
        entries.size <= index || (typeof key === 'object' && key !== null && composed.repeats(key));
      if (repeated) throw this.#error('duplicateKey', start, 'map key stands twice');
    }
    return entries;
  }

  #takeBytes(length: number): Uint8Array {
    const start = this.#offset;
    this.#offset = start + length;
    return this.#bytes.subarray(start, this.#offset);
  }

  #takeText(length: number): string {
    const start = this.#offset;
    this.#offset = start + length;
    const text = decodeText(this.#buffer, start, this.#offset);
    if (text === undefined) throw this.#error('invalidUtf8', start, 'text is not UTF-8');
    return text;
  }

  #takeInteger(major: number): number | bigint {
    const start = this.#offset;
    const argument = this.#takeArgument();
    if (argument < Number.MAX_SAFE_INTEGER) return major === MAJOR.negative ? -1 - argument : argument;
    // Only for heads of nine bytes, for which the sum in #takeArgument is not exact.
    const exact = this.#buffer.readBigUInt64BE(start + 1);
    const value = major === MAJOR.negative ? -1n - exact : exact;
    return value === BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }

  #takeSimple(): CborValue {
    const start = this.#offset;
    const info = this.#initial() & 31;
    if (info >= 25 && info <= 27) return this.#takeFloat(start, (1 << (info - 24)) as 2 | 4 | 8);
    if (info === INDEFINITE) throw this.#error('indefinite', start, 'break outside of an indefinite length');
    if (info < FALSE || info > 23) throw this.#error('unsupported', start, 'simple value is not supported');
    return SIMPLE_VALUES[this.#takeArgument() - FALSE];
  }

  #takeFloat(start: number, size: 2 | 4 | 8): CborValue {
    this.#count(start);
    this.#offset = this.#endOf(start + 1, size);
    const value = readFloat(this.#bytes, start + 1, size);
    const shortest = floatSize(value) === size && (!Number.isNaN(value) || this.#isPlainNan(start));
    if (this.#shortestOnly && !shortest) {
      throw this.#error('nonShortest', start, 'float is not in its shortest form');
    }
    return Number.isSafeInteger(value) ? new Float(value) : value;
  }

  /** RFC 8949 4.2.2: one NaN, without sign or payload. */
  #isPlainNan(start: number): boolean {
    return this.#bytes[start + 1] === 0x7e && this.#bytes[start + 2] === 0;
  }

  /**
   * Reads a head of this major type with an argument up to 2^53-1. If the argument is a size, it must not
   * exceed the rest of the input.
   */
  #takeHead(major: number): number {
    const start = this.#offset;
    const found = this.#initial() >> 5;
    if (found !== major) throw this.#error('unexpectedType', start, `${KINDS[major]} expected`);
    const argument = this.#takeArgument();
    if (major === MAJOR.bytes || major === MAJOR.text) {
      this.#endOf(this.#offset, argument);
    } else if (major === MAJOR.array || major === MAJOR.map) {
      const items = major === MAJOR.map ? 2 * argument : argument;
      if (items > this.#itemsLeft) throw this.#error('tooManyItems', start, 'too many items');
      this.#endOf(this.#offset, items);
    } else if (argument > Number.MAX_SAFE_INTEGER) {
      throw this.#error('unsupported', start, `${KINDS[major]} is out of range`);
    }
    return argument;
  }

  /** Reads any head of definite length; rounds arguments beyond 2^53-1. */
  #takeArgument(): number {
    const start = this.#offset;
    const info = this.#initial() & 31;
    this.#count(start);
    const first = start + 1;
    if (info < 24) {
      this.#offset = first;
      return info;
    }
    if (info === INDEFINITE) throw this.#error('indefinite', start, 'indefinite length');
    if (info > 27) throw this.#error('unsupported', start, 'reserved additional information');
    const size = 1 << (info - 24);
    this.#offset = this.#endOf(first, size);
    let argument = 0;
    for (let index = first; index < this.#offset; index++) {
      argument = argument * 256 + (this.#bytes[index] as number);
    }
    const least = size === 1 ? 24 : 2 ** (4 * size);
    if (argument >= least || !this.#shortestOnly) return argument;
    throw this.#error('nonShortest', start, 'head is longer than necessary');
  }

  #initial(): number {
    const initial = this.#bytes[this.#offset];
    if (initial === undefined) throw this.#error('truncated', this.#offset, 'input ends early');
    return initial;
  }

  #count(start: number): void {
    if (--this.#itemsLeft < 0) throw this.#error('tooManyItems', start, 'too many items');
  }

  #endOf(start: number, length: number): number {
    if (length > this.#end - start) throw this.#error('truncated', start, 'input ends early');
    return start + length;
  }

  #error(code: CborErrorCode, offset: number, message: string): CborError {
    return new CborError(code, offset, message);
  }
}
