import { Buffer, isUtf8 } from 'node:buffer';
import { encode } from './encode.ts';
import type { CborValue } from './value-and-limits.ts';

/** Up to this length of text, a native call would take longer than decoding it here. */
const SHORT_TEXT = 32;

/** Decodes strict UTF-8 in [start, end); undefined if it is not well-formed. */
export function decodeText(buffer: Buffer, start: number, end: number): string | undefined {
  const ascii = end - start <= SHORT_TEXT ? shortAscii(buffer, start, end) : undefined;
  if (ascii !== undefined) return ascii;
  return isUtf8(buffer.subarray(start, end)) ? buffer.toString('utf8', start, end) : undefined;
}

function shortAscii(buffer: Buffer, start: number, end: number): string | undefined {
  const units = new Array<number>(end - start);
  for (let index = start; index < end; index++) {
    const unit = buffer[index] as number;
    if (unit >= 0x80) return undefined;
    units[index - start] = unit;
  }
  return String.fromCharCode.apply(undefined, units);
}

/** Finds repeated keys that JavaScript compares by identity. It compares their deterministic encodings. */
export class ComposedKeys {
  #seen: Set<string> | undefined;

  /** Adds a key and returns whether it was already there. */
  repeats(key: CborValue): boolean {
    this.#seen ??= new Set();
    const before = this.#seen.size;
    const encoded = encode(key);
    this.#seen.add(Buffer.from(encoded.buffer, 0, encoded.length).toString('latin1'));
    return this.#seen.size === before;
  }
}
