import type { AdminResponse } from '../../api.ts';
import { DAY } from './timeline.ts';

export type Key = AdminResponse<'listKeys'>['keys'][number];
export type RotatingRole = 'documentSigner' | 'identity' | 'encryption';

export const ROTATING: readonly RotatingRole[] = ['documentSigner', 'identity', 'encryption'];

/** Days before its end at which a key should be replaced, by role: warning and error. */
export type Limits = Readonly<Record<string, { readonly warn: number; readonly error: number }>>;

/** Days for which devices should know the next identity certificate before its key signs. */
const PUBLISHED_BEFORE = 14;

export interface Step {
  readonly kind: 'rotate' | 'newRoot' | 'finish' | 'waits' | 'retires' | 'destroyed' | 'none';
  /** When it is due, milliseconds. */
  readonly at?: number;
  /** How much it presses now. */
  readonly level: 'fine' | 'care' | 'warn';
}

/** The key that shows that a rotation of the role is under way. */
export const underWay = (keys: readonly Key[], role: string): Key | undefined =>
  keys.find((key) => key.role === role && key.stage === (role === 'encryption' ? 'grace' : 'next'));

/** When the rotation that is under way may end, milliseconds. */
export function finishFrom(key: Key): number {
  const since = Date.parse(key.stageTime);
  return key.role === 'identity' ? since + PUBLISHED_BEFORE * DAY : since;
}

/** What a person, or the server, does next with a key. */
export function nextStep(
  key: Key,
  keys: readonly Key[],
  now: number,
  limits: Limits,
  graceDays: number,
): Step {
  if (key.stage === 'grace')
    return { kind: 'retires', at: Date.parse(key.stageTime) + graceDays * DAY, level: 'fine' };
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

/** The certificate in use that ends first; a root lasts twenty years. */
export const endsFirst = (keys: readonly Key[]): Key | undefined =>
  keys
    .filter(({ stage, role }) => stage === 'active' && role !== 'iaca')
    .toSorted((one, other) => Date.parse(one.notAfterTime) - Date.parse(other.notAfterTime))[0];
