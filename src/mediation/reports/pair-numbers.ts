/** Part of the places that may be taken. */
const FILLED = 0.5;
/** Numbers that are placed anew in one step: a millisecond or two. */
const STEP = 100_000;

export function grown<Numbers extends Float64Array | Int32Array>(numbers: Numbers, length: number): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers);
  return larger;
}

/**
 * Numbers pairs of numbers from 0, in the order in which they come. A hash table in flat arrays: a Map of text would
 * take ten times the memory, and stop the event loop whenever it grows.
 */
export class PairNumbers {
  /** The number of the pair at a place, plus 1. */
  #places = new Int32Array(1024);
  #left = new Int32Array(1024 * FILLED);
  #right = new Int32Array(1024 * FILLED);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many more pairs, in steps. */
  *makeRoom(more: number): Generator<void> {
    const least = this.#size + more;
    let length = this.#left.length;
    if (least <= length) return;
    while (length < least) length *= 2;
    this.#left = grown(this.#left, length);
    this.#right = grown(this.#right, length);
    yield;
    this.#places = new Int32Array(length / FILLED);
    for (let number = 0; number < this.#size; number += 1) {
      this.#places[this.#placeOf(this.#left[number]!, this.#right[number]!)] = number + 1;
      if (number % STEP === STEP - 1) yield;
    }
  }

  /** There must be room for a new pair. */
  numberOf(left: number, right: number): number {
    const place = this.#placeOf(left, right);
    const known = this.#places[place]!;
    if (known > 0) return known - 1;
    const number = this.#size;
    this.#left[number] = left;
    this.#right[number] = right;
    this.#size += 1;
    this.#places[place] = this.#size;
    return number;
  }

  left(number: number): number {
    return this.#left[number]!;
  }

  right(number: number): number {
    return this.#right[number]!;
  }

  /** The place of a pair, or the free one where it belongs. */
  #placeOf(left: number, right: number): number {
    const last = this.#places.length - 1;
    let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const number = this.#places[place]! - 1;
      if (number < 0 || (this.#left[number] === left && this.#right[number] === right)) return place;
    }
  }
}
