import { sha256 } from '@noble/hashes/sha2.js';
import type { SnapshotExperiment } from './snapshot.ts';
import { utf8 } from './utf8.ts';

/** Names the scheme. Another scheme would move units to other slots, and so to other variants. */
const SCHEME = 'diptych/1';

/** 1, 10 and 50 percent of it are whole numbers. */
export const SLOTS = 1000;

/** The slot of a unit, 0 to 999: the first 32 bits of SHA-256, big-endian, scaled to the number of slots. */
export function slotOf(salt: string, unit: string): number {
  const hash = sha256(utf8(`${SCHEME}\n${salt}\n${unit}`));
  const [a = 0, b = 0, c = 0, d = 0] = hash;
  return Math.floor(((a * 0x1000000 + b * 0x10000 + c * 0x100 + d) * SLOTS) / 0x100000000);
}

export type Variant = 'VARIANT_A' | 'VARIANT_B';

/** Slots from 0 up to the percentage get variant B. */
export function variantOf(slot: number, { percentage }: Pick<SnapshotExperiment, 'percentage'>): Variant {
  return slot < (percentage * SLOTS) / 100 ? 'VARIANT_B' : 'VARIANT_A';
}
