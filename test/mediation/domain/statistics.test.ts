import { describe, expect, it } from 'vitest';
import type { SettledDay } from '../../../src/mediation/ports/statistics.ts';
import { groupToTest } from './support/group-to-test.ts';
import { APPLOVIN, adUnit, CHARTBOOST, DAY, OWN_NETWORK } from './support/samples.ts';
import { all, publisherWithNumbers, storedRows } from './support/statistics.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const prepared = () => publisherWithNumbers(world());
const HOUR = DAY / 24;
const ago = (milliseconds: number) => new Date(world().now() - milliseconds).toISOString();

describe('statistics:ingest, ADD', () => {
  it('ADD sums, by the hour and by the day', async () => {
    const { publisher, rowOf, send } = await prepared();
    const rows = [rowOf({ impressions: '20', revenueMicros: 61234 }), rowOf({ clicks: 1 })];
    expect(await send(rows)).toEqual({ accepted: 2, rejected: [], duplicate: false });
    await send([rowOf({ impressions: 5 }), rowOf({ time: ago(HOUR), impressions: 7 })]);
    const hours = await storedRows(world(), publisher, 'HOUR');
    expect(
      hours.map(({ impressions, clicks, revenueMicros }) => [impressions, clicks, revenueMicros]),
    ).toEqual([
      [7, 0, 0],
      [26, 1, 61234],
    ]);
    const days = await storedRows(world(), publisher);
    expect(days.reduce((sum, { impressions }) => sum + Number(impressions), 0)).toBe(33);
    expect(days[0]).toMatchObject({ source: 'sdk', settled: false, adSourceId: APPLOVIN });
  });

  it('a repeat of a batch answers duplicate and changes nothing', async () => {
    const { publisher, rowOf, send } = await prepared();
    const same = { batchId: '0b7a1c3e-0000-4000-8000-000000000000' };
    expect(await send([rowOf(), rowOf({ adUnitId: 'x' })], same)).toMatchObject({
      accepted: 1,
      duplicate: false,
    });
    expect(await send([rowOf(), rowOf()], same)).toEqual({ accepted: 1, rejected: [], duplicate: true });
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 1 }]);
  });

  it('the id of a batch is unique for its publisher and source, and no further', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const batchId = 'same';
    expect(await one.send([one.rowOf()], { batchId })).toMatchObject({ duplicate: false });
    expect(await one.send([one.rowOf()], { batchId, source: 'relay' })).toMatchObject({ duplicate: false });
    expect(await other.send([other.rowOf()], { batchId })).toMatchObject({ duplicate: false });
  });

  it('dimensions are stored with the ad unit’s app, platform and format', async () => {
    const { publisher, groupId, lineId, rowOf, send } = await prepared();
    const path = {};
    const app = await world().call(publisher, 'accounts.apps.create', { path, body: { platform: 'IOS' } });
    const unit = await world().call(publisher, 'accounts.adUnits.create', {
      body: { appId: app.appId, displayName: 'Unit', adFormat: 'REWARDED' },
    });
    const versions = { osVersion: 'iOS 13.5.1', sdkVersion: '12.1.0', appVersion: '1.0' };
    const more = { ...versions, country: 'DE', currency: 'JPY', servingRestriction: 'LIMITED' };
    await send([rowOf({ lineId, adSourceId: undefined, ...more }), rowOf({ adUnitId: unit.adUnitId })]);
    const rows = await storedRows(world(), publisher);
    expect(rows.map(({ dimensions }) => dimensions)).toMatchObject([
      { ...more, mediationGroup: groupId, line: lineId, platform: 'ANDROID', format: 'BANNER', app: '' },
      { platform: 'IOS', format: 'REWARDED', app: app.appId?.slice(-10), country: '', line: '' },
    ]);
  });

  it('ids may have the long form of reports, and names the form of protocol buffers', async () => {
    const { publisher, groupId, lineId, rowOf, reasonFor } = await prepared();
    const long = {
      mediationGroupId: `ca-app-${publisher}:mg:${groupId}`,
      lineId: `ca-app-${publisher}:asi:${lineId}`,
    };
    expect(await reasonFor(rowOf(long))).toBeUndefined();
    const { adUnitId: ad_unit_id, adSourceId: ad_source_id, time } = rowOf();
    expect(
      await reasonFor({ ad_unit_id, ad_source_id, time, mediation_group_id: groupId, ad_requests: 1 }),
    ).toBeUndefined();
  });
});

describe('statistics:ingest, REPLACE', () => {
  it('REPLACE makes the batch the truth for its source, days and ad sources', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    await send([rowOf({ impressions: 100 })]);
    const file = [rowOf({ impressions: 1 }), rowOf({ time: ago(DAY), impressions: 2 })];
    await send(file, replacing(1));
    await send([rowOf({ time: ago(DAY), impressions: 3, revenueMicros: 9 })], replacing(1));
    const rows = await storedRows(world(), publisher);
    expect(rows.map(({ source, settled, impressions }) => [source, settled, impressions])).toEqual([
      ['sdk', false, 100],
      ['max', true, 3],
    ]);
    expect(await storedRows(world(), publisher, 'HOUR')).toHaveLength(2);
  });

  it('a batch without rows says that nothing was earned', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    await send([rowOf()], replacing(0));
    await send([], replacing(0));
    expect(await storedRows(world(), publisher)).toEqual([]);
    const today = Math.floor(world().now() / DAY);
    const days: SettledDay[] = [];
    for await (const page of world().statistics.settledDays(publisher, today, today)) days.push(...page);
    expect(days).toMatchObject([{ adSourceId: APPLOVIN, source: 'max', metrics: 0 }]);
  });

  it('a batch that was replaced since is stored again, and one that was not is a duplicate', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    const first = () => send([rowOf({ impressions: 1 })], { ...replacing(0), batchId: 'first' });
    expect(await first()).toMatchObject({ duplicate: false });
    expect(await first()).toMatchObject({ duplicate: true });
    await send([rowOf({ impressions: 2 })], replacing(0));
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 2 }]);
    expect(await first()).toMatchObject({ accepted: 1, duplicate: false });
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 1 }]);
  });

  it('a batch that names its ad units replaces no others, and does not make theirs replaced', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    const only = (fragment: string, impressions: number) => {
      const id = adUnit(publisher, fragment);
      const row = rowOf({ adUnitId: id, impressions, mediationGroupId: undefined });
      return send([row], { ...replacing(0, { adUnitIds: [id] }), batchId: `only-${fragment}` });
    };
    const unitOf = async () => {
      const app = await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
      const body = { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' } as const;
      const unit = await world().call(publisher, 'accounts.adUnits.create', { body });
      return unit.adUnitId!.slice(-10);
    };
    const [one, other] = [await unitOf(), await unitOf()];
    await only(one, 1);
    await only(other, 2);
    const impressions = async () =>
      (await storedRows(world(), publisher)).map((row) => row.impressions).sort();
    expect(await impressions()).toEqual([1, 2]);
    expect(await only(one, 1)).toMatchObject({ duplicate: true });
    expect(await impressions()).toEqual([1, 2]);
  });

  it('a batch that continues another adds to it, until that one is replaced', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    const first = () => send([rowOf({ impressions: 1 })], { ...replacing(0), batchId: 'first' });
    const second = (continues = 'first', days = 0) =>
      send([rowOf({ impressions: 2 })], { ...replacing(days, { continues }), batchId: 'second' });
    await expect(second()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await first();
    await expect(second('first', 1)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(second('a b')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await second()).toMatchObject({ accepted: 1, duplicate: false });
    expect(await second()).toMatchObject({ duplicate: true });
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 3 }]);
    await send([rowOf({ impressions: 9 })], replacing(0));
    await expect(second()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await first();
    await second();
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 3 }]);
  });

  it('a row of a day, an ad source or an ad unit that is not replaced is left out', async () => {
    const { publisher, rowOf, replacing, reasonFor } = await prepared();
    const unit = {
      adUnitsFrom: adUnit(publisher, '0000000001'),
      adUnitsBefore: adUnit(publisher, '0000000002'),
    };
    expect(await reasonFor(rowOf({ time: ago(2 * DAY) }), replacing(1))).toBe('OUTSIDE_REPLACED');
    expect(await reasonFor(rowOf({ adSourceId: CHARTBOOST }), replacing(1))).toBe('OUTSIDE_REPLACED');
    expect(await reasonFor(rowOf(), replacing(1, unit))).toBeUndefined();
    const later = { adUnitsFrom: adUnit(publisher, '0000000002') };
    expect(await reasonFor(rowOf(), replacing(1, later))).toBe('OUTSIDE_REPLACED');
  });
});

describe('statistics:ingest, rows that fail', () => {
  it('rows that fail are named with their index and reason and left out, the batch is not', async () => {
    const { publisher, rowOf, send } = await prepared();
    const rows = [rowOf(), 'x', rowOf({ time: ago(500 * DAY) }), rowOf(), rowOf({ impressions: -1 })];
    expect(await send(rows)).toEqual({
      accepted: 2,
      rejected: [
        { index: 1, reason: 'NOT_A_ROW' },
        { index: 2, reason: 'TOO_LATE' },
        { index: 4, reason: 'INVALID_NUMBER' },
      ],
      duplicate: false,
    });
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 2 }]);
  });

  it.each([
    ['NOT_A_ROW', []],
    ['UNKNOWN_MEMBER', { colour: 'red' }],
    ['UNKNOWN_MEMBER', { toString: 1 }],
    ['UNKNOWN_MEMBER', { ad_unit_id: 'ca-app-pub-1111111111111111/0000000001' }],
    ['MISSING_MEMBER', { time: null }],
    ['MISSING_MEMBER', { adUnitId: undefined }],
    ['MISSING_MEMBER', { adSourceId: undefined }],
    ['NO_COUNTS', { impressions: undefined }],
    ['INVALID_TIME', { time: '2026-02-30T00:00:00Z' }],
    ['INVALID_TIME', { time: '2026-03-01' }],
    ['INVALID_TIME', { time: 1767225600000 }],
    ['INVALID_NUMBER', { impressions: 1.5 }],
    ['INVALID_NUMBER', { impressions: '1.0' }],
    ['INVALID_NUMBER', { impressions: '-1' }],
    ['INVALID_NUMBER', { impressions: '1e3' }],
    ['INVALID_NUMBER', { impressions: '9223372036854775808' }],
    ['INVALID_NUMBER', { revenueMicros: '9223372036854775808' }],
    ['INVALID_NUMBER', { revenueMicros: 2 ** 63 }],
    ['INVALID_NUMBER', { clicks: true }],
    ['INVALID_NUMBER', { slot: 1000 }],
    ['INVALID_ID', { adUnitId: '1234' }],
    ['INVALID_ID', { adSourceId: '5 or 6' }],
    ['INVALID_COUNTRY', { country: 'de' }],
    ['INVALID_COUNTRY', { country: 'QQ' }],
    ['INVALID_COUNTRY', { country: 'ZZ' }],
    ['INVALID_COUNTRY', { country: '419' }],
    ['INVALID_COUNTRY', { country: 276 }],
    ['INVALID_CURRENCY', { currency: 'EUX' }],
    ['INVALID_TEXT', { appVersion: '1.0\u0000' }],
    ['INVALID_TEXT', { osVersion: 'x'.repeat(65) }],
    ['INVALID_ENUM', { variant: 'ORIGINAL' }],
    ['INVALID_ENUM', { precision: 'EXACT' }],
    ['OTHER_PUBLISHER', { adUnitId: 'ca-app-pub-9999999999999999/0000000001' }],
    ['OTHER_PUBLISHER', { mediationGroupId: 'ca-app-pub-9999999999999999:mg:0000000001' }],
    ['UNKNOWN_MEDIATION_GROUP', { mediationGroupId: '9999999999' }],
    ['UNKNOWN_LINE', { lineId: '9999999999999999' }],
    ['UNKNOWN_AD_SOURCE', { adSourceId: '9' }],
    ['INCOMPLETE_EXPERIMENT', { newUsers: 1 }],
    ['INCOMPLETE_EXPERIMENT', { experimentId: '1234567890', slot: 3 }],
    ['UNKNOWN_EXPERIMENT', { experimentId: '1234567890', slot: 3, variant: 'VARIANT_A' }],
  ] as const)('%s: a row with %j', async (reason, changes) => {
    const { rowOf, reasonFor } = await prepared();
    expect(await reasonFor(Array.isArray(changes) ? changes : rowOf(changes))).toBe(reason);
  });

  it('UNKNOWN_AD_UNIT: an ad unit that neither the inventory nor the group of the row has', async () => {
    const { publisher, rowOf, reasonFor } = await prepared();
    expect(await reasonFor(rowOf({ adUnitId: adUnit(publisher, '0000000009') }))).toBe('UNKNOWN_AD_UNIT');
    expect(await reasonFor(rowOf({ mediationGroupId: undefined }))).toBe('UNKNOWN_AD_UNIT');
  });

  it('OTHER_AD_SOURCE: a line of another ad source', async () => {
    const { lineId, rowOf, reasonFor } = await prepared();
    expect(await reasonFor(rowOf({ lineId, adSourceId: OWN_NETWORK }))).toBe('OTHER_AD_SOURCE');
  });

  it('servers may send rows of the last 400 days, and 10 minutes ahead', async () => {
    const { rowOf, send } = await prepared();
    const times = [400 * DAY, 400 * DAY + 1000, -600_000, -601_000].map((each) => rowOf({ time: ago(each) }));
    expect((await send(times)).rejected).toEqual([
      { index: 1, reason: 'TOO_LATE' },
      { index: 3, reason: 'IN_THE_FUTURE' },
    ]);
  });
});

describe('statistics:ingest, experiments', () => {
  const running = async () => {
    const group = await groupToTest(world(), {});
    const { publisher, groupId: mediationGroupId } = group;
    const { experimentId } = await group.create();
    const row = { time: ago(0), adUnitId: adUnit(publisher), mediationGroupId, adSourceId: APPLOVIN };
    const rowOf = (changes: object) => ({
      ...row,
      experimentId,
      variant: 'VARIANT_B',
      slot: 417,
      ...changes,
    });
    let sent = 0;
    const send = (rows: readonly object[], changes: object = {}) => {
      sent += 1;
      const body = { batchId: `e-${sent}`, source: 'sdk', mode: 'ADD', rows, ...changes };
      return world().call(publisher, 'accounts.statistics.ingest', { body });
    };
    const slots = () => all(world().statistics.slotSums(publisher, experimentId as string));
    return { ...group, rowOf, send, slots };
  };

  it('users, impressions and revenue are summed by experiment, slot and day', async () => {
    const { rowOf, send, slots } = await running();
    const { adSourceId: _, ...user } = rowOf({ newUsers: '3' }) as Record<string, unknown>;
    await send([
      user,
      rowOf({ impressions: 20, revenueMicros: 61234 }),
      rowOf({ slot: 500, variant: 'VARIANT_A', impressions: 1 }),
    ]);
    await send([rowOf({ newUsers: 1, impressions: 2 })]);
    expect(await slots()).toMatchObject([
      { slot: 417, users: 4, impressions: 22, revenueMicros: 61234, day: Math.floor(world().now() / DAY) },
      { slot: 500, users: 0, impressions: 1 },
    ]);
  });

  it('WRONG_VARIANT: the variant must be that of the slot', async () => {
    const { rowOf, send, slots } = await running();
    const rows = [
      rowOf({ slot: 499, variant: 'VARIANT_A', impressions: 1 }),
      rowOf({ slot: 500, variant: 'VARIANT_B', impressions: 1 }),
      rowOf({ slot: 499, impressions: 1 }),
    ];
    const { rejected } = await send(rows);
    expect(rejected?.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'WRONG_VARIANT'],
      [1, 'WRONG_VARIANT'],
    ]);
    expect(await slots()).toHaveLength(1);
  });

  it('OUTSIDE_EXPERIMENT: before the hour of its start', async () => {
    const { rowOf, send } = await running();
    const { rejected } = await send([
      rowOf({ time: ago(HOUR), impressions: 1 }),
      rowOf({ time: ago(HOUR + 1000), impressions: 1 }),
    ]);
    expect(rejected).toEqual([{ index: 1, reason: 'OUTSIDE_EXPERIMENT' }]);
  });

  it('SETTLED_EXPERIMENT: networks know no variant', async () => {
    const { rowOf, send } = await running();
    const now = new Date(world().now());
    const date = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() };
    const replace = { dateRange: { startDate: date, endDate: date }, adSourceIds: [APPLOVIN] };
    const { rejected } = await send([rowOf({ impressions: 1 })], { mode: 'REPLACE', replace });
    expect(rejected).toEqual([{ index: 0, reason: 'SETTLED_EXPERIMENT' }]);
  });
});

describe('statistics:ingest, batches that are refused whole', () => {
  it.each([
    ['batch_id', { batchId: undefined }],
    ['batch_id', { batchId: 'a b' }],
    ['source', { source: 'Max' }],
    ['source', { source: 'device' }],
    ['mode', { mode: undefined }],
    ['replace', { mode: 'REPLACE' }],
    ['replace', { replace: { adSourceIds: [APPLOVIN] } }],
    ['rows', { rows: Array.from({ length: 5001 }, () => ({})) }],
  ])('a batch with a wrong %s is refused and stores nothing', async (field, changes) => {
    const { publisher, rowOf } = await prepared();
    const body = { batchId: 'b', source: 'sdk', mode: 'ADD', rows: [rowOf()], ...changes };
    const error = await world().refused(publisher, 'accounts.statistics.ingest', { body });
    expect(error.reason).toBe('INVALID_STATISTICS');
    expect(error.violations.map((violation) => violation.field)).toContain(field);
  });

  it.each([
    ['the end is missing', { dateRange: { startDate: { year: 2026, month: 3, day: 1 } } }],
    [
      'a day does not exist',
      {
        dateRange: {
          startDate: { year: 2026, month: 2, day: 30 },
          endDate: { year: 2026, month: 3, day: 1 },
        },
      },
    ],
    [
      'it begins more than 400 days ago',
      {
        dateRange: { startDate: { year: 2020, month: 1, day: 1 }, endDate: { year: 2020, month: 1, day: 2 } },
      },
    ],
    [
      'it ends in the future',
      {
        dateRange: { startDate: { year: 2099, month: 1, day: 1 }, endDate: { year: 2099, month: 1, day: 2 } },
      },
    ],
    ['no ad source is named', { adSourceIds: [] }],
    ['an ad unit is of another publisher', { adUnitsFrom: 'ca-app-pub-9999999999999999/0000000001' }],
    [
      'it has too many days times ad sources',
      { adSourceIds: Array.from({ length: 5001 }, (_, index) => String(index)) },
    ],
  ])('a batch is refused if it replaces days or ad sources of which %s', async (_, changes) => {
    const { publisher, replacing } = await prepared();
    const body = { batchId: 'b', rows: [], ...replacing(1, changes) };
    const error = await world().refused(publisher, 'accounts.statistics.ingest', { body });
    expect(error.reason).toBe('INVALID_STATISTICS');
  });

  it('a body that is not a batch is refused', async () => {
    const { publisher } = await prepared();
    const error = await world().refused(publisher, 'accounts.statistics.ingest', { body: { rows: 7 } });
    expect(error.reason).toBe('INVALID_BODY');
  });

  it('a publisher has at most 50 sources', async () => {
    const { publisher, rowOf, send } = await prepared();
    for (let number = 0; number < 50; number += 1) await send([rowOf()], { source: `s${number}` });
    const body = { batchId: 'b', source: 'one-more', mode: 'ADD', rows: [rowOf()] };
    const error = await world().refused(publisher, 'accounts.statistics.ingest', { body });
    expect(error.reason).toBe('INVALID_STATISTICS');
    expect(await send([rowOf()], { source: 's7' })).toMatchObject({ accepted: 1 });
  });
});
