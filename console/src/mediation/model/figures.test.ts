import { expect, it } from 'vitest';
import { byRevenue, figuresBy, sumOf } from './figures.ts';

const row = (group: string, micros: string) => ({
  dimensionValues: { MEDIATION_GROUP: { value: `ca-app-pub-1:mg:${group}` } },
  metricValues: { ESTIMATED_EARNINGS: { microsValue: micros }, MATCH_RATE: { doubleValue: 0.5 } },
});

it('figures are found by the id of a group, with its share of the revenue', () => {
  const figures = figuresBy([row('1', '3000000'), row('2', '1000000')], 'MEDIATION_GROUP');
  expect(figures.get('1')).toEqual({ revenue: 3, ecpm: undefined, matchRate: 0.5, share: 0.75 });
  expect(figures.get('2')?.share).toBe(0.25);
});

it('without revenue there is no share', () => {
  expect(figuresBy([row('1', '0')], 'MEDIATION_GROUP').get('1')?.share).toBeUndefined();
});

it('revenue and share of several groups are summed, so that the shares of all are the whole', () => {
  const figures = figuresBy([row('1', '3000000'), row('2', '1000000')], 'MEDIATION_GROUP');
  expect(sumOf([...figures.values(), undefined])).toEqual({ revenue: 4, share: 1 });
  expect(sumOf([undefined])).toBeUndefined();
});

it('groups stand in the order of their revenue, and those without in the order that they had', () => {
  const figures = figuresBy([row('1', '1000000'), row('3', '3000000')], 'MEDIATION_GROUP');
  const groups = ['4', '1', '2', '3'].map((mediationGroupId) => ({ mediationGroupId }));
  expect(byRevenue(groups, figures).map(({ mediationGroupId }) => mediationGroupId)).toEqual([
    '3',
    '1',
    '4',
    '2',
  ]);
});
