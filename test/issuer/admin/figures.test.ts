import { beforeAll, describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { proofedPhone, registeredDevice } from '../../support/devices.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
let device = '';
let holder = '';

/** Makes three proofings: one waits, one is accepted after a minute, one is rejected after three minutes. */
beforeAll(async () => {
  const phones = [];
  for (let one = 0; one < 3; one += 1) {
    world().advance(1000);
    phones.push(await proofedPhone(world()));
  }
  const [waiting, accepted, rejected] = phones.map(({ ids }) => ids);
  device = waiting?.deviceReferenceId ?? '';
  holder = phones[0]?.holderId ?? '';
  world().advance(60_000);
  await world().admin('acceptProofing', { id: accepted?.proofingId ?? '' });
  await phones[1]?.device.provision();
  await phones[1]?.device.provisionMsos(3);
  world().advance(120_000);
  await world().admin('rejectProofing', { id: rejected?.proofingId ?? '' });
  for (let one = 0; one < 2; one += 1)
    await world().operate('getProofingStatus', { deviceReferenceId: device, proofingId: 'p-unknown' });
  await adminRefusal(world().admin('acceptProofing', { id: 'p-unknown' }), 'NOT_FOUND');
}, HOOK_TIMEOUT);

describe('The method getCounts', () => {
  it('getCounts counts requests that wait, that were decided and that were refused', async () => {
    const counts = await world().admin('getCounts', {});
    expect(counts).toMatchObject({
      proofings: {
        pending: { count: 1, isCapped: false },
        challenged: { count: 0, isCapped: false },
        oldestTime: expect.any(String),
        deadlineTime: expect.any(String),
      },
      approvals: { count: 0, isCapped: false },
      notifications: { waiting: 0, failed: 0 },
      msos: { valid: 3, isEstimate: false },
    });
    const states = counts.proofings.lastDay.map(({ state, count }) => [state, count]);
    expect(states.toSorted()).toEqual([
      ['accepted', 1],
      ['pending', 1],
      ['rejected', 1],
    ]);
    const invalid = {
      interface: 'issuer',
      operation: 'getProofingStatus',
      reason: 'invalidIdentifier',
      count: 2,
    };
    const unknown = {
      interface: 'admin',
      operation: 'acceptProofing',
      reason: 'PROOFING_NOT_FOUND',
      count: 1,
    };
    expect(counts.refusals).toEqual([invalid, unknown]);
    expect((await diptych('counts', '--json', ...to(world()))).out).toContain('"pending"');
  });
});

describe('Figures over time', () => {
  it('figures over time have refusals and load by hour, results of proofings, and the median waiting time', async () => {
    const { refusals, load, msos, funnel } = await world().admin('getSeries', { days: 1 });
    expect(refusals.map(({ reason, count }) => [reason, count]).toSorted()).toEqual([
      ['PROOFING_NOT_FOUND', 1],
      ['invalidIdentifier', 2],
    ]);
    expect(refusals[0]?.hourTime).toMatch(/:00:00\.000Z$/);
    expect(load.find(({ operation }) => operation === 'proofUser')?.count).toBe(3);
    expect(msos.days.reduce((sum, { expiring }) => sum + expiring, 0)).toBe(3);
    expect(funnel.days).toMatchObject([{ created: 3, accepted: 1, rejected: 1, waiting: 1 }]);
    expect(funnel.days[0]?.medianWaitSeconds).toBeGreaterThanOrEqual(60);
  });

  it('figures over time omit what is older than requested', async () => {
    world().advance(2 * DAY);
    const { refusals, funnel } = await world().admin('getSeries', { days: 1 });
    expect([refusals, funnel.days]).toEqual([[], []]);
  });
});

describe('Refused requests', () => {
  const listed = async (filter: object) =>
    (await world().admin('listRefusedRequests', filter)).requests.map(({ reason }) => reason);

  it('refused requests are listed newest first, page by page', async () => {
    const { requests, nextPageToken } = await world().admin('listRefusedRequests', { pageSize: 1 });
    expect(requests).toMatchObject([
      { interface: 'admin', operation: 'acceptProofing', operatorId: 'operator' },
    ]);
    const request = { pageSize: 5, pageToken: nextPageToken as string };
    expect((await world().admin('listRefusedRequests', request)).requests).toHaveLength(2);
  });

  it.each([
    ['operation', () => ({ operation: 'getProofingStatus' }), 2],
    ['reason', () => ({ reason: 'PROOFING_NOT_FOUND' }), 1],
    ['device', () => ({ deviceReferenceId: device }), 2],
    ['caller', () => ({ operatorId: 'operator' }), 1],
    ['caller and operation', () => ({ operatorId: 'operator', operation: 'getProofingStatus' }), 0],
    ['time', () => ({ startTime: new Date(world().now() - DAY).toISOString() }), 0],
    ['operation and reason', () => ({ operation: 'getProofingStatus', reason: 'PROOFING_NOT_FOUND' }), 0],
  ])('refused requests can be filtered by %s', async (_, filter, count) => {
    expect(await listed(filter())).toHaveLength(count);
  });

  it('refused requests name the holder whose device sent them, if one is known', async () => {
    const { deviceReferenceId: other } = (await registeredDevice(world())).state;
    await world().operate('getProofingStatus', { deviceReferenceId: other, proofingId: 'p-unknown' });
    const { requests } = await world().admin('listRefusedRequests', {});
    const owners = requests.map(({ deviceReferenceId, holderId }) => [deviceReferenceId, holderId]);
    expect(owners).toEqual([
      [other, undefined],
      [undefined, undefined],
      [device, holder],
      [device, holder],
    ]);
  });
});
