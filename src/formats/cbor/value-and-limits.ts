/** A tag and its content (RFC 8949 3.4). No tag is interpreted. */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;

  constructor(tag: number, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

/** One item that is encoded already; it is written verbatim and unchecked. */
export class Encoded {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A float whose value a plain number would write as an integer: 1.0, -0.0. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/**
 * Safe integers encode as CBOR integers, other numbers as floats, bigints as integers of up to 64 bits.
 * Decoding gives Map for maps, views on the input for byte strings, bigint for integers beyond 2^53-1 only.
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
  /** Default true; false tolerates heads and floats longer than necessary, never indefinite lengths. */
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
