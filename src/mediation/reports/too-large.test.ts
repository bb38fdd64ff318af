import { describe, expect, it } from 'vitest';
import { metricBit, type NumberedDimensions } from '../ports/statistics.ts';
import { Combinations } from './combination-limit.ts';
import { Rates } from './currency-conversion.ts';
import { Rows } from './report-rows.ts';
import type { ReportSpec } from './report-spec.ts';
import { queryOf } from './statistics-query.ts';

const day = { year: 2026, month: 3, day: 1 };
const spec: ReportSpec = {
  dateRange: { startDate: day, endDate: day },
  dimensions: ['COUNTRY'],
  metrics: ['CLICKS', 'ESTIMATED_EARNINGS'],
};
const query = queryOf(spec, { publisherId: 'pub-1234567890123456', timeZone: 'UTC', weekStart: 1 });
const refusal = (message: RegExp) =>
  expect.objectContaining({ reason: 'REPORT_TOO_LARGE', message: expect.stringMatching(message) });

/** Stored combinations of a country and its currency. */
const stored = (count: number, currency = 'EUR') =>
  Array.from({ length: count }, (_, index): NumberedDimensions => [index + 1, 0, `C${index}`, currency]);

const run = (steps: Generator<void>) => Array.from(steps);

/** Adds a row of each combination, one page after the other. */
function added(count: number, mostCombinations: number, currency: string): void {
  const combinations = new Combinations(query);
  run(combinations.add(stored(count, currency)));
  const rates = new Rates([], 'EUR');
  const rows = new Rows(spec, { rates, currency: 'EUR', weekStart: 1, combinations, mostCombinations });
  run(rows.start({ feedNo: 1, adSourceId: '' }, '2026-03-01'));
  const metrics = metricBit('clicks') | metricBit('revenueMicros');
  for (let keyNo = 1; keyNo <= count; keyNo += 1) {
    run(rows.makeRoom(1));
    rows.add([0, keyNo, 1, 1], metrics);
  }
  run(rows.makeRoom(0));
}

describe('A report that would take too much memory is refused', () => {
  it('if its rows have more combinations of values than a report may add up', () => {
    added(3, 3, 'EUR');
    expect(() => added(4, 3, 'EUR')).toThrow(refusal(/^The report has more than 3 combinations of values;/));
    expect(() => added(4, 3, 'USD')).toThrow(refusal(/^The report has more than 3 combinations of values;/));
  });

  it('if its dimensions have too many combinations of values', () => {
    const add = (mostApart: number) =>
      run(new Combinations(query, { mostStored: 9, mostApart }).add(stored(4)));
    add(4);
    expect(() => add(3)).toThrow(
      refusal(/^The dimensions of the report have too many combinations of values;/),
    );
  });

  it('if the publisher has too many combinations of dimensions', () => {
    const add = (mostStored: number) =>
      run(new Combinations(query, { mostStored, mostApart: 9 }).add(stored(4)));
    add(5);
    expect(() => add(4)).toThrow(refusal(/^The publisher has too many combinations of dimensions;/));
  });
});
