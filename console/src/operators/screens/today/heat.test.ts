import { describe, expect, it } from 'vitest';
import { groupsOf, heatOf, levelOf } from './heat.ts';

const refusal = (hourTime: string, reason: string, count: number) => ({ hourTime, reason, count });
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
    const options = { mostColumns: 7, dayTime: '2026-11-17T00:00:00Z' };
    const heat = heatOf([refusal('2026-11-19T07:00:00Z', 'forbidden', 1)], ...week, options);
    expect([heat.hours, heat.starts.length]).toEqual([24, 8]);
    expect(heat.rows[0]?.counts).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
    expect(heat.starts[2]).toBe(Date.parse('2026-11-19T00:00:00Z'));
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
