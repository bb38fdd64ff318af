import { describe, expect, it } from 'vitest';
import { groupsOf, heatOf, levelOf } from './heat.ts';

const refusal = (hourTime: string, reason: string, count: number) => ({ hourTime, reason, count });
const heads = (starts: readonly number[], timeZone: string) =>
  starts.map((start) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }).format(start),
  );
const DAY = ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'] as const;

describe('Refusals by reason and time', () => {
  it('for a day there is a column for each hour', () => {
    const heat = heatOf([refusal('2026-11-21T13:00:00Z', 'invalidState', 2)], ...DAY);
    expect(heat.hours).toBe(1);
    expect(heat.starts).toHaveLength(24);
    expect(heat.rows[0]?.counts.slice(0, 3)).toEqual([0, 2, 0]);
  });

  it('for a week the columns have six hours each', () => {
    const heat = heatOf([], '2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z');
    expect([heat.hours, heat.starts.length]).toEqual([6, 28]);
  });

  it('on a phone a week has a column for each day, from its beginning', () => {
    const week = ['2026-11-17T08:00:00Z', '2026-11-24T08:00:00Z'] as const;
    const options = { mostColumns: 7, day: '2026-11-17', zone: 'UTC' };
    const heat = heatOf([refusal('2026-11-19T07:00:00Z', 'forbidden', 1)], ...week, options);
    expect([heat.hours, heat.starts.length]).toEqual([24, 8]);
    expect(heat.rows[0]?.counts).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
    expect(heat.starts[2]).toBe(Date.parse('2026-11-19T00:00:00Z'));
  });

  it.each([7, 28])('with up to %i columns, the first has no requests before the figures', (mostColumns) => {
    const week = ['2026-11-17T08:21:00Z', '2026-11-24T08:21:00Z'] as const;
    const { starts, ranges } = heatOf([], ...week, { mostColumns });
    expect(starts[0]).toBeLessThan(Date.parse(week[0]));
    // The hour in which the figures begin is not counted.
    expect(ranges[0]).toEqual({ from: Date.parse('2026-11-17T09:00:00Z'), to: starts[1] });
    expect(ranges[1]).toEqual({ from: starts[1], to: starts[2] });
  });

  it('where clocks are half an hour apart from UTC, columns begin at midnight and have the hours that begin in them', () => {
    const heat = heatOf(
      [
        refusal('2026-11-17T19:00:00Z', 'forbidden', 1),
        refusal('2026-11-18T18:00:00Z', 'forbidden', 2),
        refusal('2026-11-18T19:00:00Z', 'forbidden', 4),
      ],
      '2026-11-17T18:40:00Z',
      '2026-11-24T18:40:00Z',
      { mostColumns: 7, day: '2026-11-18', zone: 'Asia/Kolkata' },
    );
    expect(heads(heat.starts, 'Asia/Kolkata')).toEqual(
      [18, 19, 20, 21, 22, 23, 24, 25].map((day) => `${day} Nov, 00:00`),
    );
    expect(heat.rows[0]?.counts).toEqual([3, 4, 0, 0, 0, 0, 0, 0]);
    expect(heat.ranges[1]).toEqual({
      from: Date.parse('2026-11-18T19:00:00Z'),
      to: Date.parse('2026-11-19T19:00:00Z'),
    });
  });

  it('a day on which clocks change has one column, and those after it begin at midnight', () => {
    const heat = heatOf(
      [refusal('2026-10-25T22:00:00Z', 'forbidden', 1), refusal('2026-10-25T23:00:00Z', 'forbidden', 2)],
      '2026-10-24T08:00:00Z',
      '2026-10-31T08:00:00Z',
      { mostColumns: 7, day: '2026-10-24', zone: 'Europe/Berlin' },
    );
    expect(heads(heat.starts, 'Europe/Berlin')).toEqual(
      [24, 25, 26, 27, 28, 29, 30, 31].map((day) => `${day} Oct, 00:00`),
    );
    expect(heat.rows[0]?.counts).toEqual([0, 1, 2, 0, 0, 0, 0, 0]);
  });

  it('refusals of all operations are added up, and the most frequent reason comes first', () => {
    const heat = heatOf(
      [
        refusal('2026-11-21T13:00:00Z', 'a', 1),
        refusal('2026-11-21T14:00:00Z', 'b', 3),
        refusal('2026-11-21T14:00:00Z', 'b', 2),
      ],
      ...DAY,
    );
    expect(heat.rows.map(({ reason, total }) => [reason, total])).toEqual([
      ['b', 5],
      ['a', 1],
    ]);
    expect([heat.most, heat.total]).toEqual([5, 6]);
  });

  it('rare reasons are left out, and their number is shown', () => {
    const many = Array.from({ length: 15 }, (_, index) => refusal(DAY[0], `r${index}`, 15 - index));
    const heat = heatOf(many, ...DAY);
    expect([heat.rows.length, heat.others]).toEqual([12, 3]);
  });
});

it('the tint is logarithmic, and a single refusal is visible, but never dark', () => {
  expect(levelOf(0, 1000)).toBe(0);
  expect(levelOf(1, 1000)).toBe(1);
  expect(levelOf(32, 1000)).toBe(3);
  expect(levelOf(1000, 1000)).toBe(5);
  expect(levelOf(1, 1)).toBe(1);
  expect(levelOf(5, 5)).toBe(5);
});

it('the columns of one day share a heading', () => {
  expect(groupsOf(['1 Nov', '2 Nov', '2 Nov', '3 Nov'])).toEqual([
    { text: '1 Nov', at: 0, length: 1 },
    { text: '2 Nov', at: 1, length: 2 },
    { text: '3 Nov', at: 3, length: 1 },
  ]);
});
