import { describe, expect, it } from 'vitest';
import {
  endsFirst,
  importedKey,
  isOffered,
  type Key,
  nextStep,
  rotatedFirst,
  rotationSteps,
} from './next-step.ts';
import { DAY } from './timeline.ts';

const NOW = Date.UTC(2026, 10, 22);
const day = (days: number) => new Date(NOW + days * DAY).toISOString();
const LIMITS = {
  identity: { warn: 90, error: 14 },
  encryption: { warn: 60, error: 14 },
  iaca: { warn: 500, error: 90 },
};

const key = (role: string, stage: string, ends: number, since = -10): Key => ({
  id: `${role}-${stage}`,
  role,
  stage,
  stageTime: day(since),
  notBeforeTime: day(since),
  notAfterTime: day(ends),
  certificateSha256: '',
  certificate: '',
});
const step = (one: Key, ...others: readonly Key[]) => nextStep(one, [one, ...others], NOW, LIMITS, 30);

describe('The next step of a key', () => {
  it('the next step of a key in use is its rotation, as many days before its end as its role needs', () => {
    expect(step(key('identity', 'active', 300))).toEqual({
      kind: 'rotate',
      at: NOW + 210 * DAY,
      level: 'fine',
    });
  });

  it('the step is urgent when doctor warns', () => {
    expect(step(key('identity', 'active', 60)).level).toBe('care');
    expect(step(key('identity', 'active', 10)).level).toBe('warn');
  });

  it('the next step of a root is a new root', () => {
    expect(step(key('iaca', 'active', 600))).toMatchObject({ kind: 'newRoot', at: NOW + 100 * DAY });
  });

  it('during a rotation the next step is its end: for identity keys two weeks after its start', () => {
    const active = key('identity', 'active', 300);
    expect(step(active, key('identity', 'next', 400, -3))).toEqual({
      kind: 'finish',
      at: NOW + 11 * DAY,
      level: 'fine',
    });
    expect(step(active, key('identity', 'next', 400, -20)).level).toBe('care');
  });

  it('the key to rotate first is the one that is due first, unless its rotation is under way', () => {
    const keys = [
      key('iaca', 'active', 10),
      key('identity', 'active', 300),
      key('encryption', 'active', 200),
    ];
    expect(rotatedFirst(keys, NOW, LIMITS)).toBe('encryption');
    expect(rotatedFirst([...keys, key('encryption', 'grace', 5)], NOW, LIMITS)).toBe('identity');
    expect(rotatedFirst([], NOW, LIMITS)).toBeUndefined();
  });

  it('the row of a key has the button to finish its rotation from the start on, and to rotate when it is due', () => {
    const active = key('identity', 'active', 300);
    expect(isOffered(step(active, key('identity', 'next', 400, -3)))).toBe(true);
    expect(isOffered(step(active))).toBe(false);
    expect(isOffered(step(key('identity', 'active', 60)))).toBe(true);
    expect(isOffered(step(key('iaca', 'active', 10)))).toBe(false);
  });

  it('the next step of an old encryption key is its end after keys.graceDays', () => {
    const old = key('encryption', 'grace', 100, -5);
    expect(step(old)).toMatchObject({ kind: 'retires', at: NOW + 25 * DAY });
    expect(step(key('encryption', 'active', 150), old).kind).toBe('rotate');
  });

  it('a status signer in grace signs its lists until they end, and a root in grace stays', () => {
    expect(step(key('statusSigner', 'grace', 300)).kind).toBe('lists');
    expect(step(key('iaca', 'grace', 3000)).kind).toBe('none');
  });

  it('a key that is not used yet, or no longer used, needs no step by a person', () => {
    expect(step(key('identity', 'next', 400)).kind).toBe('waits');
    expect(step(key('identity', 'retired', 400)).kind).toBe('destroyed');
    expect(step(key('identity', 'destroyed', 400)).kind).toBe('none');
  });
});

describe('the certificate that ends first', () => {
  it('the certificate that ends first is one in use, not a root and not one of a key that is not used yet', () => {
    const keys = [
      key('iaca', 'active', 100),
      key('identity', 'active', 300),
      key('encryption', 'active', 150),
    ];
    expect(endsFirst([...keys, key('identity', 'next', 120)])?.role).toBe('encryption');
    expect(endsFirst([])).toBeUndefined();
  });
});

describe('The key that was imported', () => {
  it('is the one that was not there before, whichever rotation began last', () => {
    const before = [key('documentSigner', 'active', 100), key('identity', 'next', 300, 5)];
    const after = [key('iaca', 'active', 900), ...before, key('documentSigner', 'next', 300)];
    expect(importedKey(before, after)?.role).toBe('documentSigner');
    expect(importedKey(before, before)).toBeUndefined();
  });
});

describe('The steps of a rotation that is under way', () => {
  const statesOf = (role: 'documentSigner' | 'identity' | 'encryption', since: number) => {
    const running = key(role, role === 'encryption' ? 'grace' : 'next', 300, since);
    return rotationSteps(role, running, NOW, 30);
  };

  it('the identity key waits for 14 days until devices know the next certificate', () => {
    expect(statesOf('identity', -4)).toEqual([
      { state: 'done', time: day(-4) },
      { state: 'now', time: day(10) },
      { state: 'later' },
    ]);
    expect(statesOf('identity', -14).map(({ state }) => state)).toEqual(['done', 'done', 'now']);
  });

  it('the rotation of a signer can be finished at once, after its certificate was checked', () => {
    expect(statesOf('documentSigner', 0).map(({ state }) => state)).toEqual(['done', 'now', 'now']);
  });

  it('the last step waits if a second person must approve it', () => {
    const running = key('documentSigner', 'next', 300, 0);
    const states = rotationSteps('documentSigner', running, NOW, 30, true).map(({ state }) => state);
    expect(states).toEqual(['done', 'now', 'later']);
  });

  it('the old encryption key stops by itself after its grace days', () => {
    expect(statesOf('encryption', -5)).toEqual([
      { state: 'done', time: day(-5) },
      { state: 'now', time: day(25) },
      { state: 'later' },
    ]);
  });
});
