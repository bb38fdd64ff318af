import { hash } from 'node:crypto';

const FULL = 0.6;

/** Two words of a hash and the number of the record that has the id; 0 if the slot is free. */
const WORDS = 3;

/**
 * Finds ids that occur twice in a file. It keeps 64 bits of the hash of each id, so a million ids take about 25 MB. Among a
 * billion ids, two different ones have the same 64 bits with a probability of 3 %.
 */
export class SeenIds {
  #slots = new Uint32Array(WORDS * 1024);
  #count = 0;

  /** Adds the id of a record. Returns the number of the first record with this id, if there is one. */
  add(id: string, number: number): number | undefined {
    if (this.#count >= (this.#slots.length / WORDS) * FULL) this.#grow();
    const digest = hash('sha256', id, 'buffer');
    const earlier = this.#put(digest.readUInt32LE(0), digest.readUInt32LE(4), number);
    if (earlier === undefined) this.#count += 1;
    return earlier;
  }

  #put(low: number, high: number, number: number): number | undefined {
    const slots = this.#slots;
    const size = slots.length / WORDS;
    for (let slot = low % size; ; slot = (slot + 1) % size) {
      const at = slot * WORDS;
      const known = slots[at + 2] ?? 0;
      if (known === 0) {
        slots.set([low, high, number], at);
        return undefined;
      }
      if (slots[at] === low && slots[at + 1] === high) return known;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += WORDS) {
      const [low = 0, high = 0, number = 0] = old.subarray(at, at + WORDS);
      if (number > 0) this.#put(low, high, number);
    }
  }
}
