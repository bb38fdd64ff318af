import { CborError } from '../errors.ts';
import type { Writer } from './writer.ts';

/**
 * Sorts the map entries at the end of the writer by their encoded keys, bytewise (RFC 8949 4.2.1).
 * An entry is `starts[i]` up to the next start, its key ends at `valueStarts[i]`.
 */
export function orderEntries(
  writer: Writer,
  starts: readonly number[],
  valueStarts: readonly number[],
): void {
  const bytes = writer.bytes;
  // No encoded key is the beginning of another one, so that the shorter one's end is never passed.
  const compare = (a: number, b: number): number => {
    let left = starts[a] as number;
    let right = starts[b] as number;
    const end = valueStarts[a] as number;
    while (left < end && bytes[left] === bytes[right]) {
      left++;
      right++;
    }
    return left === end ? 0 : (bytes[left] as number) - (bytes[right] as number);
  };

  let ordered = true;
  for (let index = 1; ordered && index < starts.length; index++) ordered = compare(index - 1, index) < 0;
  if (ordered) return;

  const order = starts.map((_, index) => index).sort(compare);
  for (let index = 1; index < order.length; index++) {
    const entry = order[index] as number;
    if (compare(order[index - 1] as number, entry) === 0) {
      throw new CborError('duplicateKey', starts[entry] as number, 'map key stands twice');
    }
  }

  const first = starts[0] as number;
  const copy = new Uint8Array(bytes.subarray(first, writer.length));
  let position = first;
  for (const entry of order) {
    const end = starts[entry + 1] ?? writer.length;
    const part = copy.subarray((starts[entry] as number) - first, end - first);
    bytes.set(part, position);
    position += part.length;
  }
}

/** Strings and numbers cannot repeat in a Map; byte strings, arrays and 1n beside 1 can. */
export function refuseRepeats(
  writer: Writer,
  starts: readonly number[],
  valueStarts: readonly number[],
): void {
  const seen = new Set<string>();
  starts.forEach((start, index) => {
    seen.add(writer.bytes.toString('latin1', start, valueStarts[index]));
    if (seen.size <= index) throw new CborError('duplicateKey', start, 'map key stands twice');
  });
}
