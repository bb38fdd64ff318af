import { DerError } from '../errors.ts';
import { decodeInteger, decodeSmallInteger, shortestInteger } from './integer.ts';
import { decodeObjectIdentifier } from './object-identifier.ts';
import { DER, type EncodingRules } from './rules.ts';
import { decodeString } from './string.ts';
import { contextConstructed, type DerTag, isConstructed, TAG } from './tag.ts';
import { decodeTime } from './time.ts';

const MAX_DEPTH = 16;
/** X.690 8.1.3.5 c */
const MAX_LENGTH_OCTETS = 126;

/**
 * A cursor over DER (X.690): definite lengths, the shortest form of lengths and tags, limited depth; with other rules, over
 * what they let pass. Every value is a view of the input. Throws {@link DerError}; `end()` refuses trailing bytes.
 */
export class DerReader {
  readonly bytes: Uint8Array;
  readonly rules: EncodingRules;
  readonly #limit: number;
  readonly #depth: number;
  #offset: number;
  #headerAt = -1;
  #tag: DerTag = 0;
  #content = 0;
  #next = 0;

  constructor(bytes: Uint8Array, rules = DER, start = 0, limit = bytes.length, depth = 0) {
    if (depth > MAX_DEPTH) throw new DerError('tooDeep', start, 'nested too deep');
    this.bytes = bytes;
    this.rules = rules;
    this.#offset = start;
    this.#limit = limit;
    this.#depth = depth;
  }

  get offset(): number {
    return this.#offset;
  }

  get done(): boolean {
    return this.#offset === this.#limit;
  }

  /** Tag of the next element; throws at the end of the input. */
  peek(): DerTag {
    if (this.#headerAt !== this.#offset) this.#readHeader();
    return this.#tag;
  }

  /** Whether another element follows and has this tag. */
  nextIs(tag: DerTag): boolean {
    return !this.done && this.peek() === tag;
  }

  /** Contents of the next element, which must have this tag. */
  content(tag: DerTag): Uint8Array {
    this.#take(tag);
    return this.bytes.subarray(this.#content, this.#next);
  }

  /** The whole next element, header and contents. */
  element(tag?: DerTag): Uint8Array {
    const start = this.#offset;
    this.#take(tag ?? this.peek());
    return this.bytes.subarray(start, this.#next);
  }

  /** A cursor over the contents of the next element, which must have this constructed tag. */
  enter(tag: DerTag): DerReader {
    this.#take(tag);
    return this.#inner();
  }

  sequence(): DerReader {
    return this.enter(TAG.sequence);
  }

  set(): DerReader {
    return this.enter(TAG.set);
  }

  /** A cursor inside `[number] EXPLICIT`. */
  explicit(number: number): DerReader {
    return this.enter(contextConstructed(number));
  }

  boolean(tag: DerTag = TAG.boolean): boolean {
    this.#take(tag);
    const octet = this.bytes[this.#content];
    const isTrue = this.rules.has('trueOctet') ? octet !== 0 : octet === 0xff;
    if (this.#next - this.#content === 1 && (isTrue || octet === 0)) return isTrue;
    throw new DerError('invalidBoolean', this.#content, 'BOOLEAN is neither 00 nor FF');
  }

  integer(tag: DerTag = TAG.integer): bigint {
    return decodeInteger(this.bytes, this.#integer(tag), this.#next);
  }

  /** An INTEGER of at most six octets, as a number. */
  smallInteger(tag: DerTag = TAG.integer): number {
    return decodeSmallInteger(this.bytes, this.#integer(tag), this.#next);
  }

  /** Shortest contents of an INTEGER, two's complement. */
  integerContent(): Uint8Array {
    return this.bytes.subarray(this.#integer(TAG.integer), this.#next);
  }

  enumerated(): number {
    return this.smallInteger(TAG.enumerated);
  }

  null(tag: DerTag = TAG.null): void {
    this.#take(tag);
    if (this.#next !== this.#content) throw new DerError('invalidNull', this.#content, 'NULL with contents');
  }

  objectIdentifier(tag: DerTag = TAG.objectIdentifier): string {
    this.#take(tag);
    return decodeObjectIdentifier(this.bytes, this.#content, this.#next);
  }

  octetString(tag: DerTag = TAG.octetString): Uint8Array {
    return this.content(tag);
  }

  bitString(tag: DerTag = TAG.bitString): { unusedBits: number; octets: Uint8Array } {
    const content = this.content(tag);
    const unusedBits = content[0] ?? 8;
    const lastOctet = content.length > 1 ? content[content.length - 1]! : 0;
    const padding = (1 << unusedBits) - 1;
    const isClean = (lastOctet & padding) === 0;
    if (
      unusedBits > 7 ||
      (unusedBits > 0 && content.length === 1) ||
      !(isClean || this.rules.has('unusedBits'))
    ) {
      throw new DerError('invalidBitString', this.#content, 'malformed BIT STRING');
    }
    const octets = content.subarray(1);
    return { unusedBits, octets: isClean ? octets : octets.with(-1, lastOctet & ~padding) };
  }

  /** A BIT STRING of whole octets, as keys and signatures are. */
  bitStringOctets(tag: DerTag = TAG.bitString): Uint8Array {
    this.#take(tag);
    if (this.#next === this.#content || this.bytes[this.#content] !== 0) {
      throw new DerError('invalidBitString', this.#content, 'BIT STRING is not whole octets');
    }
    return this.bytes.subarray(this.#content + 1, this.#next);
  }

  /** Text of the next element, which may have any character string type. */
  string(): string {
    const at = this.#offset;
    const tag = this.peek();
    return decodeString(tag, this.content(tag), at);
  }

  /** UTCTime or GeneralizedTime, in milliseconds since 1970. */
  time(): number {
    const at = this.#offset;
    const tag = this.peek();
    if (tag !== TAG.utcTime && tag !== TAG.generalizedTime) {
      throw new DerError('unexpectedTag', at, 'expected a time');
    }
    this.#take(tag);
    return decodeTime(tag, this.bytes, this.#content, this.#next);
  }

  /** The whole next element, after checking that all nested elements are well formed. */
  wellFormedElement(): Uint8Array {
    if (isConstructed(this.peek())) {
      const inner = this.#inner();
      while (!inner.done) inner.wellFormedElement();
    }
    return this.element();
  }

  end(): void {
    if (!this.done)
      throw new DerError('trailingBytes', this.#offset, 'unexpected bytes after the last element');
  }

  /** A cursor over the contents of the element that was read last. */
  #inner(): DerReader {
    return new DerReader(this.bytes, this.rules, this.#content, this.#next, this.#depth + 1);
  }

  /** Skips the next element, an INTEGER or ENUMERATED. Its shortest contents are from the result to #next. */
  #integer(tag: DerTag): number {
    this.#take(tag);
    const start = shortestInteger(this.bytes, this.#content, this.#next);
    if (start !== this.#content && !this.rules.has('paddedInteger'))
      throw new DerError('invalidInteger', this.#content, 'INTEGER not in its shortest form');
    return start;
  }

  /** Skips the next element, which must have this tag. Its contents are then from #content to #next. */
  #take(tag: DerTag): void {
    if (this.peek() !== tag) throw new DerError('unexpectedTag', this.#offset, 'unexpected tag');
    this.#offset = this.#next;
  }

  #readHeader(): void {
    const { bytes } = this;
    const start = this.#offset;
    const limit = this.#limit;
    let at = start;
    if (at + 2 > limit) throw truncated(start);
    const identifier = bytes[at++]!;
    let number = identifier & 0x1f;
    if (number === 0x1f) {
      number = 0;
      let octet: number;
      do {
        if (at >= limit) throw truncated(start);
        octet = bytes[at++]!;
        if (number === 0 && octet === 0x80) throw new DerError('nonMinimalTag', start, 'tag is not shortest');
        if (at - start > 5) throw new DerError('tagTooLarge', start, 'tag number too large');
        number = (number << 7) | (octet & 0x7f);
      } while (octet >= 0x80);
      if (number < 0x1f) throw new DerError('nonMinimalTag', start, 'tag is not shortest');
    }
    if (at >= limit) throw truncated(start);
    let length = bytes[at++]!;
    if (length >= 0x80) {
      const octets = length & 0x7f;
      if (octets === 0) throw new DerError('indefiniteLength', start, 'indefinite length');
      const end = at + octets;
      if (end > limit || octets > MAX_LENGTH_OCTETS) throw truncated(start);
      const isPadded = bytes[at] === 0;
      while (at < end && bytes[at] === 0) at++;
      if (end - at > 4) throw truncated(start);
      length = 0;
      while (at < end) length = length * 256 + bytes[at++]!;
      if ((isPadded || length < 0x80) && !this.rules.has('longLength'))
        throw new DerError('nonMinimalLength', start, 'length is not shortest');
    }
    if (at + length > limit) throw truncated(start);
    this.#tag = (number << 3) | (identifier >> 5);
    this.#content = at;
    this.#next = at + length;
    this.#headerAt = start;
  }
}

const truncated = (offset: number) => new DerError('truncated', offset, 'element reaches past the end');

/** Reads one element that fills `bytes`. `decode` gets a cursor at its start; trailing bytes are refused. */
export function readDer<T>(bytes: Uint8Array, decode: (reader: DerReader) => T, rules = DER): T {
  const reader = new DerReader(bytes, rules);
  const value = decode(reader);
  reader.end();
  return value;
}
