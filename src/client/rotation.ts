import type { AdminResponse } from '../admin/contract/index.ts';

export type Key = AdminResponse<'listKeys'>['keys'][number];
export type RotatingRole = 'documentSigner' | 'statusSigner' | 'identity' | 'encryption';

export const ROTATING: readonly RotatingRole[] = ['documentSigner', 'statusSigner', 'identity', 'encryption'];

const DAY = 24 * 60 * 60_000;

/** Days for which the next identity certificate should be published before its key signs. */
const PUBLISHED_BEFORE = 14;

/** The key of a rotation that is under way, if any: the next one, or of the encryption key the one before. */
export const underWay = (keys: readonly Key[], role: string): Key | undefined =>
  keys.find((key) => key.role === role && key.stage === (role === 'encryption' ? 'grace' : 'next'));

/** Earliest time to finish the rotation, in milliseconds. */
export function finishFrom(key: Key): number {
  const since = Date.parse(key.stageTime);
  return key.role === 'identity' ? since + PUBLISHED_BEFORE * DAY : since;
}
