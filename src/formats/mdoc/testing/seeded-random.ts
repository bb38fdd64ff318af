import { createHash } from 'node:crypto';
import type { RandomSource } from '../index.ts';

/** Bytes that depend on `seed` and on how many were taken before. */
export function seededRandom(seed: string): RandomSource {
  let block = 0;
  return (target) => {
    for (let at = 0; at < target.length; at += 32) {
      const bytes = createHash('sha256').update(`${seed} ${block++}`).digest();
      target.set(bytes.subarray(0, target.length - at), at);
    }
  };
}
