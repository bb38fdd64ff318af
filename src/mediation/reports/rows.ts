import { type Dimension, isTime, rowDimensions } from './dimensions.ts';
import { type Metric, metricValueOf, type Sums } from './metrics.ts';
import type { Rates } from './money.ts';
import { type Bin, timeValueOf } from './query.ts';
import { type Keyed, orderOf, type Row, type RowOrder } from './row-order.ts';
import { MOST_ROWS } from './rules.ts';
import type { ReportSpec } from './spec.ts';

export interface RowsContext {
  readonly rates: Rates;
  /** The currency of the report. */
  readonly currency: string;
  readonly weekStart: number;
}

interface Open {
  readonly time: string;
  readonly values: readonly string[];
  sums: Sums;
}

const NOTHING: Sums = {
  adRequests: undefined,
  matchedRequests: undefined,
  impressions: undefined,
  clicks: undefined,
  earnings: undefined,
};

const plus = (one: number | undefined, other: number | undefined) =>
  other === undefined ? one : (one ?? 0) + other;

/** Adds up bins to rows. Keeps at most twice as many rows as the report shows. */
export class Rows {
  readonly #dimensions: readonly Dimension[];
  readonly #metrics: readonly Metric[];
  readonly #most: number;
  readonly #order: RowOrder;
  readonly #context: RowsContext;
  readonly #times = new Map<string, string>();
  #open: Open | undefined;
  #rows: Keyed[] = [];
  #matching = 0;
  #withoutRate = false;

  constructor(spec: ReportSpec, context: RowsContext) {
    this.#dimensions = rowDimensions(spec.dimensions ?? []);
    this.#metrics = spec.metrics ?? [];
    this.#most = spec.maxReportRows ?? MOST_ROWS;
    this.#order = orderOf(spec.sortConditions ?? [], this.#dimensions, this.#metrics);
    this.#context = context;
  }

  add(bin: Bin): void {
    const { day, values } = bin;
    const time = this.#timeOf(day);
    const open = this.#open;
    if (open && open.time === time && open.values.every((value, index) => value === values[index])) {
      open.sums = this.#sum(open.sums, bin);
    } else {
      this.#close();
      this.#open = { time, values, sums: this.#sum(NOTHING, bin) };
    }
  }

  /**
   * The sorted rows, their number before the cut, and whether amounts are missing because a rate was unknown.
   */
  finish(): { readonly rows: readonly Row[]; readonly matching: number; readonly withoutRate: boolean } {
    this.#close();
    this.#cut();
    return { rows: this.#rows, matching: this.#matching, withoutRate: this.#withoutRate };
  }

  /** Empty if the report has no time dimension. */
  #timeOf(day: string): string {
    const known = this.#times.get(day);
    if (known !== undefined) return known;
    const dimension = this.#dimensions.find(isTime);
    const time = dimension ? timeValueOf(dimension, day, this.#context.weekStart) : '';
    this.#times.set(day, time);
    return time;
  }

  #sum(sums: Sums, bin: Bin): Sums {
    return {
      adRequests: plus(sums.adRequests, bin.adRequests),
      matchedRequests: plus(sums.matchedRequests, bin.matchedRequests),
      impressions: plus(sums.impressions, bin.impressions),
      clicks: plus(sums.clicks, bin.clicks),
      earnings: this.#earnings(sums.earnings, bin),
    };
  }

  #earnings(before: bigint | undefined, { earningsMicros, currency, day }: Bin): bigint | undefined {
    if (earningsMicros === undefined) return before;
    const { rates, currency: to } = this.#context;
    const converted = rates.converted(earningsMicros, { from: currency, to, day });
    if (converted === undefined) this.#withoutRate = true;
    return converted === undefined ? before : (before ?? 0n) + converted;
  }

  #close(): void {
    if (!this.#open) return;
    const { time, values, sums } = this.#open;
    this.#open = undefined;
    this.#matching += 1;
    let stored = 0;
    const dimensions = this.#dimensions.map((dimension) => (isTime(dimension) ? time : values[stored++]!));
    const metrics = this.#metrics.map((metric) => metricValueOf(metric, sums));
    this.#rows.push(this.#order.keyed({ dimensions, metrics }));
    if (this.#rows.length >= 2 * this.#most) this.#cut();
  }

  #cut(): void {
    this.#rows.sort(this.#order.compare);
    this.#rows.length = Math.min(this.#rows.length, this.#most);
  }
}
