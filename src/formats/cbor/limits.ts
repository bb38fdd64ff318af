export interface DecodeOptions {
  /** Longest input in bytes; default 1 MiB. */
  maxBytes?: number;
  /** Deepest nesting of arrays, maps and tags; default 16, never more than 256. */
  maxDepth?: number;
  /** Most items in all, keys and values counted each; default 100 000. */
  maxItems?: number;
  /** Most numeric keys in one map; default 2048. V8 hashes numbers without a seed, so that chosen keys collide. */
  maxNumericKeys?: number;
  /** Default true; false tolerates heads and floats longer than necessary, never indefinite lengths. */
  shortestOnly?: boolean;
}

/** Both directions recurse once for each level: this keeps them far from the end of the stack. */
export const DEPTH_CEILING = 256;

export const LIMITS: Required<DecodeOptions> = {
  maxBytes: 1 << 20,
  maxDepth: 16,
  maxItems: 100_000,
  maxNumericKeys: 2048,
  shortestOnly: true,
};
