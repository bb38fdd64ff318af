/** A set of pairs of numbers below a count, one bit each: thousands of groups have millions of pairs. */
export class PairSet {
  readonly #count: number;
  readonly #bits: Uint8Array;

  constructor(count: number) {
    this.#count = count;
    this.#bits = new Uint8Array(Math.ceil((count * count) / 8));
  }

  /** Whether the pair, in either order, was not in the set before. */
  add(one: number, other: number): boolean {
    const place = Math.min(one, other) * this.#count + Math.max(one, other);
    const bit = 1 << (place & 7);
    const byte = this.#bits[place >>> 3] ?? 0;
    this.#bits[place >>> 3] = byte | bit;
    return (byte & bit) === 0;
  }
}
