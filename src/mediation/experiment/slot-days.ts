import type { SlotDaySums, StatisticsStore } from '../ports/statistics.ts';
import { dividedHalfEven, MONEY_SCALE, type Rates } from '../reports/currency-conversion.ts';
import { dayText } from '../statistics/days.ts';
import type { DaySums, SlotSums } from './analysis/slot-sums.ts';

export interface SlotDays {
  readonly days: readonly DaySums[];
  readonly currencyCode: string;
  /** Currencies of which a rate was missing; their revenue does not count. */
  readonly leftOut: readonly string[];
}

interface Of {
  readonly publisherId: string;
  readonly experimentId: string;
  /** The last day that counts. */
  readonly lastDay: number;
  /** Used if the data have more than one currency. */
  readonly accountCurrency: string;
}

async function rowsUntil(statistics: StatisticsStore, of: Of): Promise<readonly SlotDaySums[]> {
  const rows: SlotDaySums[] = [];
  for await (const page of statistics.slotSums(of.publisherId, of.experimentId)) {
    for (const row of page) if (row.day <= of.lastDay) rows.push(row);
    if ((page.at(-1)?.day ?? 0) > of.lastDay) break;
  }
  return rows;
}

/** The sums of an experiment by day and slot, in one currency: that of the data if there is only one. */
export async function slotDays(statistics: StatisticsStore, of: Of, rates: Rates): Promise<SlotDays> {
  const rows = await rowsUntil(statistics, of);
  const currencies = new Set(
    rows.filter(({ revenueMicros }) => revenueMicros > 0).map(({ currency }) => currency),
  );
  const [only = of.accountCurrency] = currencies;
  const to = currencies.size > 1 ? of.accountCurrency : only;
  const leftOut = new Set<string>();

  const revenueOf = ({ revenueMicros, currency }: SlotDaySums, day: string): bigint => {
    if (revenueMicros === 0) return 0n;
    const converted = rates.converted(BigInt(revenueMicros), { from: currency, to, day });
    if (converted !== undefined) return dividedHalfEven(converted, MONEY_SCALE);
    leftOut.add(currency);
    return 0n;
  };

  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([number, ofDay]): DaySums => {
    const day = dayText(number);
    const slots = ofDay.map((row): SlotSums => {
      const { slot, users, impressions } = row;
      const revenueMicros = revenueOf(row, day);
      // The analysis estimates with floats.
      return { slot, users: Number(users), impressions: Number(impressions), revenueMicros };
    });
    return { day, slots };
  });
  return { days, currencyCode: to, leftOut: [...leftOut].sort() };
}
