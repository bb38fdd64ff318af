import { randomFillSync } from './crypto.ts';

/** Fills the buffer with random bytes and returns it. */
export type RandomFill = (target: Uint8Array) => Uint8Array;

/** The clock and the random source of a device. */
export interface Effects {
  /** Milliseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly random: RandomFill;
}

export const SYSTEM_EFFECTS: Effects = {
  clock: Date.now,
  random: (target) => randomFillSync(target),
};

/** A random UUID (RFC 9562 5.4). `randomUUID` of node:crypto does not accept a random source. */
export function newUuid(random: RandomFill): string {
  const bytes = Buffer.from(random(new Uint8Array(16)));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join('-');
}
