import { expect, it } from 'vitest';
import type { ReportRow } from './report.ts';
import { changeOf, seriesOf } from './series.ts';

const row = (date: string, country: string, micros: string): ReportRow => ({
  dimensionValues: { DATE: { value: date }, COUNTRY: { value: country } },
  metricValues: { ESTIMATED_EARNINGS: { microsValue: micros } },
});
const DAYS = { from: '2026-03-01', to: '2026-03-03' };
const of = { days: DAYS, by: 'ESTIMATED_EARNINGS', all: 'All' } as const;

it('a split gives a series for each value, the largest first, and a gap for a day without a value', () => {
  const rows = [
    row('20260301', 'DE', '1000000'),
    row('20260301', 'US', '3000000'),
    row('20260303', 'DE', '500000'),
  ];
  expect(seriesOf(rows, 'ESTIMATED_EARNINGS', { ...of, split: 'COUNTRY' })).toEqual([
    { key: 'US', name: 'US', values: [3, null, null] },
    { key: 'DE', name: 'DE', values: [1, null, 0.5] },
  ]);
});

it('a metric without values has no series', () => {
  expect(seriesOf([row('20260301', 'DE', '1')], 'CLICKS', of)).toEqual([]);
});

it('a change is a share, and there is none of nothing', () => {
  expect(changeOf(3, 2)).toBe(0.5);
  expect(changeOf(3, 0)).toBeUndefined();
});

it('the rows of other days are in no series', () => {
  const rows = [row('20260228', 'US', '9000000'), row('20260301', 'DE', '1000000')];
  expect(seriesOf(rows, 'ESTIMATED_EARNINGS', { ...of, split: 'COUNTRY' })).toEqual([
    { key: 'DE', name: 'DE', values: [1, null, null] },
  ]);
});
