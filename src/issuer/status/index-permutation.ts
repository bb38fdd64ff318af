import { createHmac } from 'node:crypto';

const ROUNDS = 4;

/**
 * A permutation of the numbers below `entries`, by a Feistel network of four rounds of HMAC-SHA-256. Results that are too
 * large are permuted again (cycle walking). Without the key, indexes say nothing about the order of their counters.
 */
export function indexPermutation(key: Uint8Array, entries: number): (counter: number) => number {
  const half = Math.ceil(Math.log2(entries) / 2);
  const side = 2 ** half;
  // Each round has few different inputs, so results are kept. They are stored plus one: 0 is not yet computed.
  const kept = Array.from({ length: ROUNDS }, () => new Uint16Array(side));

  const round = (number: number, input: number): number => {
    const results = kept[number]!;
    if (results[input] === 0) {
      const digest = createHmac('sha256', key)
        .update(Uint8Array.of(number, input >> 8, input & 255))
        .digest();
      results[input] = (digest.readUInt16BE() % side) + 1;
    }
    return results[input]! - 1;
  };

  const permuteOnce = (value: number): number => {
    let left = value >> half;
    let right = value & (side - 1);
    for (let number = 0; number < ROUNDS; number++) [left, right] = [right, left ^ round(number, right)];
    return (left << half) | right;
  };

  return (counter) => {
    let index = permuteOnce(counter);
    while (index >= entries) index = permuteOnce(index);
    return index;
  };
}
