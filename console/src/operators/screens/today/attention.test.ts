import { describe, expect, it } from 'vitest';
import type { Key } from '../keys/next-step.ts';
import { attentionOf, byReason, checkedTime, countText, keysToDo, workOf } from './attention.ts';

const calm = {
  time: '2026-11-22T12:00:00Z',
  proofings: {
    pending: { count: 0, isCapped: false },
    challenged: { count: 0, isCapped: false },
    lastDay: [],
  },
  approvals: { count: 0, isCapped: false },
  notifications: { waiting: 0, failed: 0 },
  keys: [],
  refusals: [],
  msos: { valid: 0, due: 0, isEstimate: false },
};

const NOW = Date.parse(calm.time);

const isAllClear = (...given: Parameters<typeof workOf>) =>
  workOf(...given).every(({ by }) => by === undefined);

describe('What needs attention', () => {
  it('nothing needs attention if nothing waits', () => {
    expect(isAllClear(attentionOf(calm, 'en-GB'), NOW)).toBe(true);
  });

  it('refusals are shown but do not need attention', () => {
    const refusals = [
      { interface: 'issuer' as const, operation: 'proofUser', reason: 'invalidState', count: 3 },
    ];
    const attention = attentionOf({ ...calm, refusals }, 'en-GB');
    expect(isAllClear(attention, NOW)).toBe(true);
    expect(attention.refusals).toEqual({ count: '3', top: { reason: 'invalidState', count: '3' } });
  });

  it('no reason is the most frequent if another has the same number', () => {
    const refusals = ['invalidState', 'malformed'].map((reason) => ({
      interface: 'issuer' as const,
      operation: 'proofUser',
      reason,
      count: 1,
    }));
    expect(attentionOf({ ...calm, refusals }, 'en-GB').refusals).toEqual({ count: '2' });
  });

  it('proofings that wait need attention', () => {
    const proofings = { ...calm.proofings, pending: { count: 1000, isCapped: true } };
    const attention = attentionOf({ ...calm, proofings }, 'en-GB');
    expect(attention.reviews).toEqual({ count: '1,000+' });
    expect(isAllClear(attention, NOW)).toBe(false);
  });

  it('a compromised key needs attention until its certificate ends, and is counted with the keys', () => {
    const stored = [
      { id: '1', role: 'statusSigner', compromiseTime: calm.time, notAfterTime: '2026-12-01T00:00:00Z' },
      { id: '2', role: 'statusSigner', notAfterTime: '2026-12-02T00:00:00Z' },
    ] as unknown as readonly Key[];
    const work = workOf(attentionOf(calm, 'en-GB', { stored }), NOW);
    expect(work.map(({ kind, by }) => [kind, by])).toEqual([['compromise', 'compromiseKey']]);
    expect(keysToDo(work)).toBe(1);
    const ended = Date.parse('2026-12-01T00:00:01Z');
    expect(workOf(attentionOf(calm, 'en-GB', { stored }), ended)).toEqual([]);
  });

  it('each key that ends soon needs attention', () => {
    const key = { id: '1', role: 'identity', stage: 'active', notAfterTime: calm.time };
    const attention = attentionOf({ ...calm, keys: [key] }, 'en-GB');
    expect(attention.keys.map(({ id }) => id)).toEqual(['1']);
    expect(isAllClear(attention, NOW)).toBe(false);
  });
});

describe('findings of doctor', () => {
  const finding = (level: 'ok' | 'warning' | 'failure') => ({ check: 'keys', level, text: level });
  const findings = (['ok', 'warning', 'failure'] as const).map(finding);

  it('failures that doctor finds need attention', () => {
    const attention = attentionOf(calm, 'en-GB', { findings });
    expect(attention.failures).toEqual([finding('failure')]);
    expect(isAllClear(attention, NOW)).toBe(false);
  });

  it('warnings that doctor finds are counted', () => {
    const attention = attentionOf(calm, 'en-GB', { findings: [finding('warning')] });
    expect(attention.warnings).toBe('1');
    expect(isAllClear(attention, NOW)).toBe(true);
  });
});

const request = (id: string) => ({
  id,
  method: 'rotateKey',
  state: 'awaited' as const,
  requestedBy: 'user-2',
  role: 'administrator' as const,
  createTime: calm.time,
  arguments: { role: 'identity' },
});

it('the only request that waits for your approval is named', () => {
  const { approvals } = attentionOf(calm, 'en-GB', { approvalsForMe: [request('1')] });
  expect(approvals).toEqual({ count: '1', only: request('1') });
});

it('a key whose rotation was requested has the request', () => {
  const keys = ['identity', 'encryption'].map((role) => ({
    id: role,
    role,
    stage: 'active',
    notAfterTime: calm.time,
  }));
  const attention = attentionOf({ ...calm, keys }, 'en-GB', { awaited: [request('1')] });
  expect(attention.keys.map(({ requestId }) => requestId)).toEqual(['1', undefined]);
});

it('a key that ends says that its rotation is under way', () => {
  const of = (role: string, stage: string): Key =>
    ({ id: `${role} ${stage}`, role, stage, notAfterTime: calm.time }) as Key;
  const stored = [of('identity', 'active'), of('identity', 'next'), of('statusSigner', 'active')];
  const keys = ['identity', 'statusSigner'].map((role) => ({ ...of(role, 'active') }));
  const ending = attentionOf({ ...calm, keys }, 'en-GB', { stored }).keys;
  expect(ending.map(({ role, isRotating }) => [role, isRotating])).toEqual([
    ['identity', true],
    ['statusSigner', false],
  ]);
});

describe('A rotation that has begun', () => {
  const DAY = 86_400_000;
  const next = (role: string, days = 0): Key =>
    ({
      id: role,
      role,
      stage: 'next',
      stageTime: new Date(NOW - days * DAY).toISOString(),
      notAfterTime: calm.time,
    }) as Key;

  it('is there while it is open, and is to be finished as soon as it can be', () => {
    const waits = attentionOf(calm, 'en-GB', { stored: [next('identity', 3)] });
    expect(waits.rotations).toEqual([{ role: 'identity', from: NOW + 11 * DAY }]);
    expect(isAllClear(waits, NOW)).toBe(true);
    expect(isAllClear(waits, NOW + 11 * DAY)).toBe(false);
    const signer = attentionOf(calm, 'en-GB', { stored: [next('documentSigner')] });
    expect(signer.rotations).toEqual([{ role: 'documentSigner', from: NOW }]);
    expect(isAllClear(signer, NOW)).toBe(false);
  });

  it('is not there for the encryption key, whose old one stops by itself', () => {
    const old = { ...next('encryption'), stage: 'grace' } as Key;
    expect(attentionOf(calm, 'en-GB', { stored: [old] }).rotations).toEqual([]);
  });

  it('is on the card of the key if the key ends soon', () => {
    const stored = [next('identity')];
    const keys = [{ id: '1', role: 'identity', stage: 'active', notAfterTime: calm.time }];
    expect(attentionOf({ ...calm, keys }, 'en-GB', { stored }).rotations).toEqual([]);
  });

  it('is on the card of the request to finish it, for those who may approve that', () => {
    const [stored, awaited] = [[next('identity', 20)], [request('1')]];
    expect(attentionOf(calm, 'en-GB', { stored, awaited, approvalsForMe: awaited }).rotations).toEqual([]);
    const own = attentionOf(calm, 'en-GB', { stored, awaited });
    expect(own.rotations).toMatchObject([{ role: 'identity', requestId: '1' }]);
    expect(isAllClear(own, NOW)).toBe(true);
  });
});

describe('The number beside Keys', () => {
  const ending = { id: '1', role: 'documentSigner', stage: 'active', notAfterTime: calm.time };
  const next = { id: '2', role: 'identity', stage: 'next', stageTime: '2026-11-01T00:00:00Z' } as Key;
  const toDo = (others: Parameters<typeof attentionOf>[2], now = NOW) =>
    keysToDo(workOf(attentionOf({ ...calm, keys: [ending] }, 'en-GB', others), now));

  it('counts keys that end, and rotations that can be finished', () => {
    expect(toDo({ stored: [next] })).toBe(2);
    expect(toDo({ stored: [next] }, Date.parse(next.stageTime))).toBe(1);
  });

  it('does not count what waits for approval, which is counted beside Approvals', () => {
    const awaited = [{ ...request('1'), arguments: { role: 'documentSigner' } }, request('2')];
    expect(toDo({ stored: [next], awaited })).toBe(0);
  });
});

describe('One matter is one card', () => {
  const keys = [{ id: '1', role: 'identity', stage: 'active', notAfterTime: calm.time }];

  it('the only request for the person, to rotate a key that ends, is on the card of the key', () => {
    const awaited = [request('1')];
    const { approvals, keys: ending } = attentionOf({ ...calm, keys }, 'en-GB', {
      awaited,
      approvalsForMe: awaited,
    });
    expect(approvals).toBeUndefined();
    expect(ending).toMatchObject([{ requestId: '1', asked: { requestedBy: 'user-2' } }]);
  });

  it('several requests keep their card, so that their number is that of the list', () => {
    const awaited = [request('1'), { ...request('2'), arguments: { role: 'encryption' } }];
    const { approvals, keys: ending } = attentionOf({ ...calm, keys }, 'en-GB', {
      awaited,
      approvalsForMe: awaited,
    });
    expect(approvals).toEqual({ count: '2' });
    expect(ending.map(({ asked }) => asked)).toEqual([undefined]);
  });

  it('a failed check that a certificate ends is on the card of its key, other failures have their own', () => {
    const failed = (check: string, keyId?: string) => ({
      check,
      level: 'failure' as const,
      text: check,
      ...(keyId && { keyId }),
    });
    // Also that of another key of the same role, such as the next one.
    const other = [failed('keys', '2'), failed('keys'), failed('backups')];
    const findings = [failed('keys', '1'), ...other];
    expect(attentionOf({ ...calm, keys }, 'en-GB', { findings }).failures).toEqual(other);
    expect(attentionOf(calm, 'en-GB', { findings }).failures).toEqual(findings);
  });
});

it('everything was checked when the oldest part was', () => {
  expect(checkedTime('2026-11-22T12:02:00Z', '2026-11-22T12:00:00Z')).toBe('2026-11-22T12:00:00Z');
  expect(checkedTime(undefined, calm.time)).toBe(calm.time);
  expect(checkedTime(undefined, undefined)).toBeUndefined();
});

it('only requests of other people wait for your approval', () => {
  const forMe = [request('1'), request('2')];
  expect(attentionOf(calm, 'en-GB', { approvalsForMe: forMe }).approvals).toEqual({ count: '2' });
  expect(attentionOf(calm, 'en-GB').approvals).toBeUndefined();
});

it('own requests that were approved wait to be sent again', () => {
  const attention = attentionOf(calm, 'en-GB', { approvedOwn: 1 });
  expect([attention.toSend, isAllClear(attention, NOW)]).toEqual(['1', false]);
});

it('refusals are added up by reason, the most frequent first', () => {
  const refusals = [
    { reason: 'b', count: 2 },
    { reason: 'a', count: 1 },
    { reason: 'a', count: 4 },
  ];
  expect(byReason(refusals)).toEqual([
    { reason: 'a', count: 5 },
    { reason: 'b', count: 2 },
  ]);
});

it('a number at which the server stopped counting is marked', () => {
  expect(countText({ count: 10_000, isCapped: true }, 'en-GB')).toBe('10,000+');
});
