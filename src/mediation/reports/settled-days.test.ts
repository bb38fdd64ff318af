import { expect, it } from 'vitest';
import { type Feed, metricBit, type SettledDay } from '../ports/statistics.ts';
import { SettledDays } from './settled-days.ts';

const IMPRESSIONS = metricBit('impressions');
const REVENUE = metricBit('revenueMicros');

const feed = (changes: Partial<Feed>): Feed => ({
  feedNo: 1,
  source: 'sdk',
  adSourceId: '7',
  settled: false,
  metrics: IMPRESSIONS | REVENUE,
  ...changes,
});
const settled = (changes: object): SettledDay => ({
  day: 5,
  adSourceId: '7',
  source: 'max',
  metrics: REVENUE,
  ...changes,
});

function settledBeforeEstimated(all: readonly SettledDay[]) {
  const days = new SettledDays();
  for (const day of all) days.add(day);
  return days.countedOf.bind(days);
}

it('what a network settled replaces the estimated numbers of its day and ad source only', () => {
  const metricsOf = settledBeforeEstimated([settled({})]);
  expect(metricsOf(feed({}), 5)).toBe(IMPRESSIONS);
  expect(metricsOf(feed({}), 6)).toBe(IMPRESSIONS | REVENUE);
  expect(metricsOf(feed({ adSourceId: '8' }), 5)).toBe(IMPRESSIONS | REVENUE);
});

it('of a settled source only what it settled counts', () => {
  const metricsOf = settledBeforeEstimated([settled({})]);
  const max = feed({ source: 'max', settled: true });
  expect([metricsOf(max, 5), metricsOf(max, 6)]).toEqual([REVENUE, 0]);
});

it('if two sources settled the same, the first by name counts', () => {
  const metricsOf = settledBeforeEstimated([
    settled({ metrics: REVENUE | IMPRESSIONS }),
    settled({ source: 'admob' }),
  ]);
  const of = (source: string) => metricsOf(feed({ source, settled: true }), 5);
  expect([of('admob'), of('max')]).toEqual([REVENUE, IMPRESSIONS]);
});
