import { hash, randomBytes } from 'node:crypto';
import { newUuid, type RandomFill } from '../../wallet/effects.ts';

/** 64 random bits in hex: two runs never make the same devices by chance. */
export const newSeed = (): string => randomBytes(8).toString('hex');

/** A source of bytes that are the same for the same seed: SHA-256 of the seed and a counter. */
export function randomFrom(seed: string): RandomFill {
  let counter = 0;
  let left = Buffer.alloc(0);
  return (target) => {
    for (let at = 0; at < target.length; ) {
      if (left.length === 0) {
        left = hash('sha256', `diptych conformance ${seed} ${counter}`, 'buffer');
        counter += 1;
      }
      const part = left.subarray(0, target.length - at);
      target.set(part, at);
      left = left.subarray(part.length);
      at += part.length;
    }
    return target;
  };
}

/** Ids from such a source. */
export const idsFrom =
  (random: RandomFill): (() => string) =>
  () =>
    newUuid(random);
