import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWholeNumber } from '../../conventions/whole-numbers.ts';
import { metricBit } from '../ports/statistics.ts';
import { MONEY_SCALE, roundedMicros } from './currency-conversion.ts';
import type { Sums } from './metric-sums.ts';
import { SumsByRow } from './sums-by-row.ts';

const OWN = 0;
const FOREIGN = 1;
const currencies = {
  isOwn: (currency: number) => currency === OWN,
  convert: (micros: bigint) => 3n * micros * MONEY_SCALE,
};

const METRICS = ['clicks', 'revenueMicros'] as const;
const BITS = metricBit('clicks') | metricBit('revenueMicros');

const sum = fc.oneof(fc.nat(9), fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }));
const stored = fc.record({
  row: fc.nat(1),
  currency: fc.constantFrom(OWN, FOREIGN),
  clicks: sum,
  revenueMicros: sum,
});

const run = (steps: Generator<void>) => Array.from(steps);
const earned = ({ earnings }: Sums) => BigInt(roundedMicros(earnings ?? 0, 1, 1));

describe('The sums of the rows of a report', () => {
  it('are those of integers of any size, in any order, and again after a row was cleared', () => {
    fc.assert(
      fc.property(fc.array(fc.array(stored, { maxLength: 6 }), { maxLength: 3 }), (days) => {
        const sums = new SumsByRow(METRICS, currencies);
        run(sums.makeRoom(2));
        const rows = [0, 1].map((left) => sums.rows.numberOf(left, 0));
        for (const day of days) {
          for (const { row, currency, clicks, revenueMicros } of day)
            sums.add(
              rows[row]!,
              currency,
              [clicks, revenueMicros].map((each) => parseWholeNumber(String(each))),
              0,
              BITS,
            );
          run(sums.convertAll(1));
          for (const row of rows) {
            const ofRow = day.filter((each) => rows[each.row] === row);
            const money = ofRow.map(({ currency, revenueMicros }) =>
              currency === OWN ? BigInt(revenueMicros) : 3n * BigInt(revenueMicros),
            );
            const total = (of: readonly bigint[]) => of.reduce((one, other) => one + other, 0n);
            const { clicks, ...others } = { ...sums.look(row) };
            expect(BigInt(clicks ?? 0)).toBe(total(ofRow.map((each) => BigInt(each.clicks))));
            expect(earned({ clicks, ...others })).toBe(total(money));
            sums.clear(row);
          }
        }
      }),
    );
  });
});
