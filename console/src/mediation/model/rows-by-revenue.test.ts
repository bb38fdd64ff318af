import { describe, expect, it } from 'vitest';
import { rowsByRevenue } from './rows-by-revenue.ts';

const groups = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ mediationGroupId: String(index + 1) }));

const earned = (revenues: Readonly<Record<string, number>>) =>
  new Map(Object.entries(revenues).map(([id, revenue]) => [id, { revenue, share: revenue / 100 }]));

const shown = (...given: Parameters<typeof rowsByRevenue>) =>
  rowsByRevenue(...given).map((row) => [
    row.kind === 'group' ? row.group.mediationGroupId : row.kind,
    row.figures?.revenue,
  ]);

describe('The rows of Home by revenue', () => {
  it('are the groups, then archived ones together, then what was earned without a group', () => {
    expect(shown(groups(2), earned({ 1: 10, 2: 50, 3: 20, 4: 5, '': 15 }))).toEqual([
      ['2', 50],
      ['1', 10],
      ['archived', 25],
      ['none', 15],
    ]);
  });

  it('add up to the whole revenue', () => {
    const revenues = { 1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1, 10: 1, 11: 30, '': 24 };
    const rows = rowsByRevenue(groups(10), earned(revenues));
    expect(rows.slice(8).map(({ kind }) => kind)).toEqual(['others', 'archived', 'none']);
    expect(rows.reduce((sum, { figures }) => sum + (figures?.share ?? 0), 0)).toBeCloseTo(1);
  });

  it('have the groups after the eighth together', () => {
    const revenues = earned({ 1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1, 10: 1 });
    expect(shown(groups(10), revenues).slice(7)).toEqual([
      ['8', 2],
      ['others', 2],
    ]);
  });

  it('have none for what earned nothing', () => {
    expect(shown(groups(1), earned({ 2: 0, '': 0 }))).toEqual([['1', undefined]]);
  });
});
