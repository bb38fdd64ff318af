import { describe, expect, it } from 'vitest';
import { groupsOf, heatOf, levelOf } from './heat.ts';

const refusal = (hourTime: string, reason: string, count: number) => ({ hourTime, reason, count });
const DAY = ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'] as const;

describe('refusals by reason and time', () => {
  it('has a column for each hour of a day', () => {
    const heat = heatOf([refusal('2026-11-21T13:00:00Z', 'invalidState', 2)], ...DAY);
    expect(heat.hours).toBe(1);
    expect(heat.starts).toHaveLength(24);
    expect(heat.rows[0]?.counts.slice(0, 3)).toEqual([0, 2, 0]);
  });

  it('has columns of six hours for a week', () => {
    const heat = heatOf([], '2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z');
    expect([heat.hours, heat.starts.length]).toEqual([6, 28]);
  });

  it('adds operations up, and shows the most frequent reason first', () => {
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

  it('leaves rare reasons out, and says how many', () => {
    const many = Array.from({ length: 15 }, (_, index) => refusal(DAY[0], `r${index}`, 15 - index));
    const heat = heatOf(many, ...DAY);
    expect([heat.rows.length, heat.others]).toEqual([12, 3]);
  });
});

it('tints by the logarithm, and one refusal visibly', () => {
  expect(levelOf(0, 1000)).toBe(0);
  expect(levelOf(1, 1000)).toBe(1);
  expect(levelOf(32, 1000)).toBe(3);
  expect(levelOf(1000, 1000)).toBe(5);
  expect(levelOf(1, 1)).toBe(5);
});

it('puts the columns of a day under one head', () => {
  expect(groupsOf(['1 Nov', '2 Nov', '2 Nov', '3 Nov'])).toEqual([
    { text: '1 Nov', at: 0, length: 1 },
    { text: '2 Nov', at: 1, length: 2 },
    { text: '3 Nov', at: 3, length: 1 },
  ]);
});
