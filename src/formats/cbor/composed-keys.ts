import { Buffer } from 'node:buffer';
import { encode } from './encode.ts';
import type { CborValue } from './value.ts';

/** The keys of one map that JavaScript compares by identity, compared here by their deterministic encoding. */
export class ComposedKeys {
  #seen: Set<string> | undefined;

  /** Remembers a key; whether it was there before. */
  repeats(key: CborValue): boolean {
    this.#seen ??= new Set();
    const before = this.#seen.size;
    const encoded = encode(key);
    this.#seen.add(Buffer.from(encoded.buffer, 0, encoded.length).toString('latin1'));
    return this.#seen.size === before;
  }
}
