import { type Dimension, isTime, rowDimensions } from './dimensions.ts';
import { FirstRows } from './first-rows.ts';
import { type Metric, metricValueOf, type Sums } from './metrics.ts';
import type { Rates } from './money.ts';
import { timeValueOf } from './query.ts';
import { type Keyed, orderOf, type Row, type RowOrder } from './row-order.ts';
import { MOST_ROWS } from './rules.ts';
import type { ReportSpec } from './spec.ts';
import { type StoredSums, SumsByRow } from './sums-by-row.ts';

export interface RowsContext {
  readonly rates: Rates;
  /** The currency of the report. */
  readonly currency: string;
  readonly weekStart: number;
}

/** Number of amounts or rows in one step: a few milliseconds. */
const STEP = 2000;

export interface FinishedRows {
  /** The rows in order. */
  readonly rows: readonly Row[];
  /** Their number before the cut. */
  readonly matching: number;
  /** Whether amounts are missing because a rate was unknown. */
  readonly withoutRate: boolean;
}

/**
 * Adds up stored sums to rows. Keeps the sums of one value of the time dimension, and the rows that the
 * report shows.
 */
export class Rows {
  readonly #dimensions: readonly Dimension[];
  readonly #metrics: readonly Metric[];
  readonly #order: RowOrder;
  readonly #first: FirstRows<Keyed>;
  readonly #context: RowsContext;
  readonly #sums = new SumsByRow();
  #day = '';
  #time = '';
  #isConverted = false;
  #matching = 0;
  #withoutRate = false;

  constructor(spec: ReportSpec, context: RowsContext) {
    this.#dimensions = rowDimensions(spec.dimensions ?? []);
    this.#metrics = spec.metrics ?? [];
    this.#order = orderOf(spec.sortConditions ?? [], this.#dimensions, this.#metrics);
    this.#first = new FirstRows(spec.maxReportRows ?? MOST_ROWS, this.#order.compare);
    this.#context = context;
  }

  /** The number of values in one currency, for `add`. @throws StatusError REPORT_TOO_LARGE */
  amountOf(values: readonly string[], currency: string): number {
    this.#isConverted ||= currency !== this.#context.currency;
    return this.#sums.amountOf(values, currency);
  }

  /** What is added next is of this day. The days of one value of the time dimension follow each other. */
  *startDay(day: string): Generator<void> {
    if (day === this.#day) return;
    const time = this.#timeOf(day);
    if (time !== this.#time) yield* this.#close();
    else if (this.#isConverted) yield* this.#sums.convertAll(this.#convert, STEP);
    [this.#day, this.#time] = [day, time];
  }

  /** `metrics`: the bits of those that count. */
  add(amount: number, sums: StoredSums, metrics: number): void {
    this.#sums.add(amount, sums, metrics, this.#convert);
  }

  *finish(): Generator<void, FinishedRows> {
    yield* this.#close();
    const rows: Row[] = [];
    for (const { dimensions, metrics } of this.#first.takeFromLast())
      if (rows.push({ dimensions, metrics }) % STEP === 0) yield;
    return { rows: rows.reverse(), matching: this.#matching, withoutRate: this.#withoutRate };
  }

  /** Empty if the report has no time dimension. */
  #timeOf(day: string): string {
    const dimension = this.#dimensions.find(isTime);
    return dimension ? timeValueOf(dimension, day, this.#context.weekStart) : '';
  }

  readonly #convert = (micros: bigint, from: string): bigint | undefined => {
    const { rates, currency: to } = this.#context;
    const converted = rates.converted(micros, { from, to, day: this.#day });
    if (converted === undefined) this.#withoutRate = true;
    return converted;
  };

  /** Turns the sums of one value of the time dimension into rows. */
  *#close(): Generator<void> {
    yield* this.#sums.convertAll(this.#convert, STEP);
    let seen = 0;
    for (const taken of this.#sums.take()) {
      seen += 1;
      if (seen % STEP === 0) yield;
      if (!taken) continue;
      this.#first.add(this.#order.keyed(this.#rowOf(...taken)));
      this.#matching += 1;
    }
  }

  #rowOf(values: readonly string[], sums: Sums): Row {
    let stored = 0;
    return {
      dimensions: this.#dimensions.map((dimension) => (isTime(dimension) ? this.#time : values[stored++]!)),
      metrics: this.#metrics.map((metric) => metricValueOf(metric, sums)),
    };
  }
}
