import type { KeyStage } from '../../accounts/ports/services.ts';

/** What decides when a key signs; times are milliseconds since the epoch. */
export interface TimedKey {
  /** Later keys have greater numbers. */
  readonly sequence: number;
  readonly activeFrom: number;
}

/** The key that signs now: the latest whose time has come; the first one where clocks differ. */
export function activeOf<Key extends TimedKey>(keys: readonly Key[], now: number): Key | undefined {
  return keys.findLast(({ activeFrom }) => activeFrom <= now) ?? keys[0];
}

export function stageOf(key: TimedKey, keys: readonly TimedKey[], now: number): KeyStage {
  const active = activeOf(keys, now);
  if (active === undefined || key.sequence > active.sequence) return 'next';
  return key.sequence === active.sequence ? 'active' : 'retired';
}

/** Keys that signed nothing which is still valid: a successor has been signing for longer than any token lives. */
export function outlived<Key extends TimedKey>(
  keys: readonly Key[],
  now: number,
  longestToken: number,
): readonly Key[] {
  return keys.filter((_, index) => {
    const successor = keys[index + 1];
    return successor !== undefined && successor.activeFrom + longestToken < now;
  });
}
