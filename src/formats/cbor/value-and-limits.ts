/** A tag and its content (RFC 8949 3.4). No tag is interpreted. */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;

  constructor(tag: number, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

/** One item that is already encoded; it is written verbatim and unchecked. */
export class Encoded {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A float that would be written as an integer if it were a plain number: 1.0, -0.0. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/**
 * Safe integers are encoded as CBOR integers, other numbers as floats, and bigints as integers of up to 64
 * bits. Decoding returns Map for maps, views of the input for byte strings, and bigint only for integers
 * beyond 2^53-1.
 */
export type CborValue =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<CborValue, CborValue>
  | { readonly [name: string]: CborValue }
  | Tagged
  | Encoded
  | Float;

export interface DecodeOptions {
  /** Longest input in bytes; default 1 MiB. */
  maxBytes?: number;
  /** Deepest nesting of arrays, maps and tags; default 16, never more than 256. */
  maxDepth?: number;
  /** Maximum number of items, counting keys and values separately; default 100 000. */
  maxItems?: number;
  /**
   * Maximum number of numeric keys in a map; default 2048. V8 hashes numbers without a seed, so an attacker can choose
   * keys that collide.
   */
  maxNumericKeys?: number;
  /**
   * Default true. If false, heads and floats may be longer than necessary; indefinite lengths are still
   * refused.
   */
  shortestOnly?: boolean;
}

/** Encoder and decoder recurse for each level; the limit prevents stack overflows. */
export const DEPTH_CEILING = 256;

export const LIMITS: Required<DecodeOptions> = {
  maxBytes: 1 << 20,
  maxDepth: 16,
  maxItems: 100_000,
  maxNumericKeys: 2048,
  shortestOnly: true,
};
