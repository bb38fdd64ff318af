import {
  finishFrom,
  type Key,
  ROTATING,
  type RotatingRole,
  underWay,
} from '../../../../../src/client/rotation.ts';
import type { AdminResponse } from '../../api.ts';
import { DAY } from './timeline.ts';

export { finishFrom, type Key, ROTATING, type RotatingRole, underWay };

/** Days before expiry at which a key causes a warning or an error, by role. */
type Limits = Readonly<Record<string, { readonly warn: number; readonly error: number }>>;

export interface Step {
  readonly kind: 'rotate' | 'newRoot' | 'finish' | 'waits' | 'retires' | 'lists' | 'destroyed' | 'none';
  /** Due time in milliseconds. */
  readonly at?: number;
  /** Urgency now. */
  readonly level: 'fine' | 'care' | 'warn';
}

interface RotationStep {
  readonly state: 'done' | 'now' | 'later';
  /** ISO 8601. */
  readonly time?: string;
}

/** The three steps of a rotation that is under way: started, waiting or checking, finished. */
export function rotationSteps(
  role: RotatingRole,
  running: Key,
  now: number,
  graceDays: number,
  isRequested = false,
): readonly RotationStep[] {
  // A second person decides about the last step now.
  const last = { state: isRequested ? 'later' : 'now' } as const;
  const started = { state: 'done', time: running.stageTime } as const;
  if (role === 'encryption') {
    const end = Date.parse(running.stageTime) + graceDays * DAY;
    return [started, { state: 'now', time: new Date(end).toISOString() }, { state: 'later' }];
  }
  const from = finishFrom(running);
  // The certificate of a signer is checked and given to others before the rotation is finished.
  if (role !== 'identity') return [started, { state: 'now' }, last];
  const waits = { state: from > now ? 'now' : 'done', time: new Date(from).toISOString() } as const;
  return [started, waits, from > now ? { state: 'later' } : last];
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

/**
 * The key that stops for good when the rotation is finished: the encryption key before, or the active one. A status signer replaces
 * that of its own root.
 */
export const stoppedBy = (keys: readonly Key[], running: Key): Key | undefined =>
  running.stage === 'grace'
    ? running
    : keys.find(
        ({ role, stage, rootId }) =>
          role === running.role &&
          stage === 'active' &&
          (role !== 'statusSigner' || rootId === running.rootId),
      );

/** What the row of a key has a button for: a rotation that is under way can be finished before it is due, too. */
export const isOffered = ({ kind, level }: Step): boolean =>
  kind === 'finish' || (kind === 'rotate' && level !== 'fine');

/** The next step for the active key of a role; of several keys, the first step. */
export const stepFor = (
  keys: readonly Key[],
  role: RotatingRole,
  now: number,
  limits: Limits,
): Step | undefined =>
  keys
    .filter((key) => key.role === role && key.stage === 'active')
    .map((key) => nextStep(key, keys, now, limits, 0))
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))[0];

/** The role to rotate first, without those whose rotation is under way. */
export const rotatedFirst = (keys: readonly Key[], now: number, limits: Limits): RotatingRole | undefined =>
  ROTATING.flatMap((role) => {
    const step = underWay(keys, role) ? undefined : stepFor(keys, role, now, limits);
    return step ? [{ role, at: step.at ?? 0 }] : [];
  }).toSorted((one, other) => one.at - other.at)[0]?.role;

/** The certificate in use that expires first, without roots, which last twenty years. */
export const endsFirst = (keys: readonly Key[]): Key | undefined =>
  keys
    .filter(({ stage, role }) => stage === 'active' && role !== 'iaca')
    .toSorted((one, other) => Date.parse(one.notAfterTime) - Date.parse(other.notAfterTime))[0];

/** The key that an import has added, and that waits to take over. Its root may have come with it. */
export const importedKey = (before: readonly Key[], after: readonly Key[]): Key | undefined => {
  const old = new Set(before.map(({ id }) => id));
  return after.find(({ id, stage }) => stage === 'next' && !old.has(id));
};

type Approval = AdminResponse<'getApproval'>;

/** The rotations among requests that wait for a second person: the id of the request by role. */
export const rotationsIn = (awaited: readonly Approval[]): ReadonlyMap<unknown, string> =>
  new Map(
    awaited.flatMap(({ id, method, arguments: { role } = {} }) =>
      method === 'rotateKey' ? [[role, id] as const] : [],
    ),
  );
