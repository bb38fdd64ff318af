import { describe, expect, it } from 'vitest';
import { METRICS, MOST_SUM } from '../../../src/mediation/ports/statistics.ts';
import { APPLOVIN, adUnit, CHARTBOOST, DAY } from './support/samples.ts';
import { publisherWithNumbers, storedRows } from './support/statistics.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const prepared = () => publisherWithNumbers(world());

describe('statistics:ingest, hostile rows', () => {
  it.each([
    ['UNKNOWN_MEMBER', 'a member __proto__', JSON.parse('{"__proto__": {"impressions": 1}}')],
    ['UNKNOWN_MEMBER', 'a member constructor', JSON.parse('{"constructor": 1}')],
    ['UNKNOWN_MEMBER', 'a count in both spellings', { adRequests: 1, ad_requests: 1 }],
    ['INVALID_NUMBER', 'NaN as text', { impressions: 'NaN' }],
    ['INVALID_NUMBER', 'an empty count', { impressions: '' }],
    ['INVALID_NUMBER', 'a count in other digits', { impressions: '١٢' }],
    ['INVALID_NUMBER', 'a count with a blank', { impressions: ' 1' }],
    ['INVALID_NUMBER', 'a count with 20 digits', { impressions: '00000000000000000001' }],
    ['INVALID_NUMBER', 'a count above an int64', { impressions: String(2n ** 63n) }],
    ['INVALID_NUMBER', 'revenue above an int64', { revenueMicros: String(2n ** 63n) }],
    ['INVALID_NUMBER', 'revenue that JSON has rounded', { revenueMicros: 2 ** 53 }],
    ['INVALID_NUMBER', 'a list as count', { impressions: [1] }],
    ['INVALID_NUMBER', 'negative revenue', { revenueMicros: -1 }],
    ['INVALID_TEXT', 'unusual letters in a version', { appVersion: '1.0-β' }],
    ['INVALID_TEXT', 'a line end in a version', { appVersion: '1.0\n' }],
    ['INVALID_TEXT', 'an object as version', { appVersion: {} }],
    ['INVALID_COUNTRY', 'a country in other letters', { country: 'ДЕ' }],
    ['INVALID_CURRENCY', 'a currency in lower case', { currency: 'usd' }],
    ['INVALID_TIME', 'a leap second', { time: '2026-06-30T23:59:60Z' }],
    ['INVALID_TIME', 'an offset that does not exist', { time: '2026-11-20T10:00:00+99:99' }],
    ['INVALID_TIME', 'a month that does not exist', { time: '2026-13-01T00:00:00Z' }],
    ['INVALID_TIME', 'a time without an offset', { time: '2026-11-20T10:00:00' }],
    ['TOO_LATE', 'the year 0', { time: '0000-01-01T00:00:00Z' }],
    ['IN_THE_FUTURE', 'the year 9999', { time: '9999-12-31T23:59:59Z' }],
  ])('%s: %s', async (reason, _, changes) => {
    const { publisher, rowOf, send } = await prepared();
    const wrong = JSON.parse(JSON.stringify(rowOf()).replace('}', `,${JSON.stringify(changes).slice(1)}`));
    const { accepted, rejected } = await send([rowOf(), wrong, rowOf()]);
    expect([accepted, rejected]).toEqual([2, [{ index: 1, reason }]]);
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 2 }]);
  });

  it('sums of a batch and of several batches are exact', async () => {
    const { publisher, rowOf, send } = await prepared();
    const value = 2n ** 53n + 1n;
    const row = rowOf({ impressions: String(value), revenueMicros: String(value) });
    let sum = 0n;
    for (const rows of [[row, row, row], [row]]) {
      await send(rows);
      sum += value * BigInt(rows.length);
      for (const unit of ['HOUR', 'DAY'] as const)
        expect(await storedRows(world(), publisher, unit)).toMatchObject([
          { impressions: sum, revenueMicros: sum },
        ]);
    }
  });

  it.each([...METRICS])(
    'a sum of %s above an int64 is refused, in a batch and with an earlier one',
    async (name) => {
      const { publisher, rowOf, send } = await prepared();
      const [large, one] = [rowOf({ [name]: String(MOST_SUM) }), rowOf({ [name]: 1 })];
      const refused = async (rows: readonly unknown[]) => {
        const body = { batchId: 'large', source: 'sdk', mode: 'ADD', rows };
        const error = await world().refused(publisher, 'accounts.statistics.ingest', { body });
        expect(error.reason).toBe('INVALID_STATISTICS');
        expect(JSON.stringify(error)).toContain(`larger than ${MOST_SUM}`);
      };
      await refused([one, large]);
      expect(await storedRows(world(), publisher)).toEqual([]);
      await send([large]);
      await refused([one]);
      expect(await storedRows(world(), publisher)).toMatchObject([{ [name]: MOST_SUM }]);
    },
  );

  it('a batch of 100,000 rows is refused whole', async () => {
    const { publisher } = await prepared();
    const rows = Array.from({ length: 100_000 }, () => ({}));
    const body = { batchId: 'b', source: 'sdk', mode: 'ADD', rows };
    const error = await world().refused(publisher, 'accounts.statistics.ingest', { body });
    expect(error.reason).toBe('INVALID_STATISTICS');
  });

  it('a batch of wrong rows alone is kept: it answers every row, and again as a duplicate', async () => {
    const { send, rowOf } = await prepared();
    const rows = Array.from({ length: 5000 }, () => rowOf({ impressions: -1 }));
    const { accepted, rejected } = await send(rows, { batchId: 'wrong' });
    expect([accepted, rejected?.length, rejected?.at(-1)?.index]).toEqual([0, 5000, 4999]);
    expect(await send([rowOf()], { batchId: 'wrong' })).toEqual({
      accepted: 0,
      rejected: [],
      duplicate: true,
    });
  });

  it('a batch that replaces names wrong rows and keeps the rest, too', async () => {
    const { publisher, rowOf, send, replacing } = await prepared();
    await send([rowOf({ impressions: 9 })], replacing(0));
    const rows = [
      rowOf({ impressions: 'x' }),
      rowOf({ impressions: 2 }),
      rowOf({ adSourceId: CHARTBOOST }),
      rowOf({ adUnitId: adUnit(publisher, '0000000009') }),
    ];
    expect(await send(rows, replacing(0))).toEqual({
      accepted: 1,
      rejected: [
        { index: 0, reason: 'INVALID_NUMBER' },
        { index: 2, reason: 'OUTSIDE_REPLACED' },
        { index: 3, reason: 'UNKNOWN_AD_UNIT' },
      ],
      duplicate: false,
    });
    expect(await storedRows(world(), publisher)).toMatchObject([{ impressions: 2, adSourceId: APPLOVIN }]);
  });
});

describe('statistics:ingest, days on which clocks change', () => {
  it.each([
    ['2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['2026-03-29', '2026-03-28T23:00:00Z', 23],
  ])('%s has all its hours in Europe/Berlin', async (day, begins, hours) => {
    const { rowOf, send, publisher } = await publisherWithNumbers(world(), 'Europe/Berlin');
    const time = (hour: number) => new Date(Date.parse(begins) + (hour * DAY) / 24).toISOString();
    const rows = Array.from({ length: hours + 2 }, (_, index) => rowOf({ time: time(index - 1) }));
    await send(rows);
    const stored = await storedRows(world(), publisher);
    expect(stored.map((row) => [row.time - Date.parse(day) / DAY, row.impressions])).toEqual([
      [-1, 1],
      [0, hours],
      [1, 1],
    ]);
    expect(await storedRows(world(), publisher, 'HOUR')).toHaveLength(hours + 2);
  });
});
