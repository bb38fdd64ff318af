import type { AdminResponse } from '../../api.ts';
import { DAY } from './timeline.ts';

export type Key = AdminResponse<'listKeys'>['keys'][number];
export type RotatingRole = 'documentSigner' | 'statusSigner' | 'identity' | 'encryption';

export const ROTATING: readonly RotatingRole[] = ['documentSigner', 'statusSigner', 'identity', 'encryption'];

/** Days before expiry at which a key causes a warning or an error, by role. */
export type Limits = Readonly<Record<string, { readonly warn: number; readonly error: number }>>;

/** Days for which the next identity certificate should be published before its key signs. */
const PUBLISHED_BEFORE = 14;

export interface Step {
  readonly kind: 'rotate' | 'newRoot' | 'finish' | 'waits' | 'retires' | 'lists' | 'destroyed' | 'none';
  /** Due time in milliseconds. */
  readonly at?: number;
  /** Urgency now. */
  readonly level: 'fine' | 'care' | 'warn';
}

/** The key of a rotation that is under way, if any. */
export const underWay = (keys: readonly Key[], role: string): Key | undefined =>
  keys.find((key) => key.role === role && key.stage === (role === 'encryption' ? 'grace' : 'next'));

/** Earliest time to finish the rotation, in milliseconds. */
export function finishFrom(key: Key): number {
  const since = Date.parse(key.stageTime);
  return key.role === 'identity' ? since + PUBLISHED_BEFORE * DAY : since;
}

/** A status signer in grace signs its lists until they end; a root in grace stays. */
function inGrace({ role, stageTime }: Key, graceDays: number): Step {
  if (role === 'iaca') return { kind: 'none', level: 'fine' };
  if (role === 'statusSigner') return { kind: 'lists', level: 'fine' };
  return { kind: 'retires', at: Date.parse(stageTime) + graceDays * DAY, level: 'fine' };
}

/** The next step for a key, by a person or by the server. */
export function nextStep(
  key: Key,
  keys: readonly Key[],
  now: number,
  limits: Limits,
  graceDays: number,
): Step {
  if (key.stage === 'grace') return inGrace(key, graceDays);
  if (key.stage === 'retired') return { kind: 'destroyed', level: 'fine' };
  if (key.stage === 'next') return { kind: 'waits', level: 'fine' };
  if (key.stage !== 'active') return { kind: 'none', level: 'fine' };
  const other = underWay(keys, key.role);
  if (other && key.role !== 'encryption') {
    const from = finishFrom(other);
    return { kind: 'finish', at: from, level: from <= now ? 'care' : 'fine' };
  }
  const { warn, error } = limits[key.role] ?? { warn: 90, error: 30 };
  const end = Date.parse(key.notAfterTime);
  const level = now >= end - error * DAY ? 'warn' : now >= end - warn * DAY ? 'care' : 'fine';
  return { kind: key.role === 'iaca' ? 'newRoot' : 'rotate', at: end - warn * DAY, level };
}

/** The certificate in use that expires first, without roots, which last twenty years. */
export const endsFirst = (keys: readonly Key[]): Key | undefined =>
  keys
    .filter(({ stage, role }) => stage === 'active' && role !== 'iaca')
    .toSorted((one, other) => Date.parse(one.notAfterTime) - Date.parse(other.notAfterTime))[0];
