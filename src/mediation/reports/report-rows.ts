import type { KeyPage } from '../ports/parquet.ts';
import type { Feed, StatisticsRow } from '../ports/statistics.ts';
import type { Combinations } from './combination-limit.ts';
import type { Rates } from './currency-conversion.ts';
import { FirstRows } from './first-rows.ts';
import type { Summed } from './metric-sums.ts';
import { METRICS, type Metric, type MetricNumber, summedFor } from './metric-values.ts';
import { type Dimension, isTime, rowDimensions } from './report-dimensions.ts';
import type { ReportSpec } from './report-spec.ts';
import { orderOf, Row, type Sortable, sortingMetrics } from './row-order.ts';
import { MOST_ROWS } from './spec-rules.ts';
import { timeValueOf } from './statistics-query.ts';
import { type Currencies, SumsByRow } from './sums-by-row.ts';

interface RowsContext {
  readonly rates: Rates;
  /** The currency of the report. */
  readonly currency: string;
  readonly weekStart: number;
  readonly combinations: Combinations;
  readonly mostCombinations?: number | undefined;
}

/** Number of amounts or rows in one step: a few milliseconds. */
const STEP = 1000;
/** Stored numbers that are looked at in one step. */
const SCANNED = 20_000;

interface FinishedRows {
  /** The rows in order. */
  readonly rows: readonly Row[];
  /** Their number before the cut. */
  readonly matching: number;
  /** Currencies whose amounts are missing because a rate was unknown, in order. */
  readonly withoutRate: readonly string[];
}

/** The first values in a stored row are its time and the number of its combination. */
const SUMS_FROM = 2;

/**
 * Adds up stored sums to rows. Keeps the sums of one value of the time dimension, and the rows that the
 * report shows.
 */
export class Rows implements Sortable {
  /** The metrics to read. */
  readonly summed: readonly Summed[];
  readonly #context: RowsContext;
  readonly #dimensions: readonly Dimension[];
  readonly #sorting: readonly Metric[];
  readonly #first: FirstRows<Sortable, Row>;
  readonly #sums: SumsByRow;
  /** Ad sources by number, if the report tells them apart. */
  readonly #sources: string[] = [''];
  #source = 0;
  #feedNo = -1;
  #day = '';
  #time = '';
  #matching = 0;
  readonly #withoutRate = new Set<string>();
  /** The row that is compared with others. */
  #row = 0;

  constructor(spec: ReportSpec, context: RowsContext) {
    const { dimensions = [], metrics = [], sortConditions = [], maxReportRows = MOST_ROWS } = spec;
    this.summed = summedFor(metrics);
    this.#context = context;
    this.#dimensions = rowDimensions(dimensions);
    this.#sorting = sortingMetrics(sortConditions);
    this.#first = new FirstRows(maxReportRows, orderOf(sortConditions, this.#dimensions));
    this.#sums = new SumsByRow(this.summed, this.#currencies, context.mostCombinations);
  }

  /**
   * What is added next is of this feed and day. The days of one value of the time dimension follow each other. Amounts of
   * a feed and day are converted together, so that their sum does not depend on what else is read, and in which order.
   */
  *start({ feedNo, adSourceId }: Pick<Feed, 'feedNo' | 'adSourceId'>, day: string): Generator<void> {
    if (this.#dimensions.includes('AD_SOURCE')) this.#source = this.#numberOf(adSourceId);
    if (day === this.#day && feedNo === this.#feedNo) return;
    this.#feedNo = feedNo;
    const time = this.#timeOf(day);
    if (time !== this.#time) yield* this.#close();
    else yield* this.#sums.convertAll(STEP);
    [this.#day, this.#time] = [day, time];
  }

  #numberOf(adSourceId: string): number {
    const known = this.#sources.indexOf(adSourceId);
    return known < 0 ? this.#sources.push(adSourceId) - 1 : known;
  }

  /** Makes room for a page of rows, in steps. @throws StatusError REPORT_TOO_LARGE */
  makeRoom(more: number): Generator<void> {
    return this.#sums.makeRoom(more);
  }

  /** Adds a stored row, unless a filter leaves it out; returns whether it was added. `metrics`: the bits of those that count. */
  add(stored: StatisticsRow, metrics: number): boolean {
    const { combinations } = this.#context;
    const combination = combinations.of(stored[1]);
    if (combination < 0) return false;
    const row = this.#sums.rows.numberOf(combinations.valuesOf(combination), this.#source);
    this.#sums.add(row, combinations.currencyOf(combination), stored, SUMS_FROM, metrics);
    return true;
  }

  /** The stored combinations of the report in pages, each with the first one that belongs to the same row and currency. */
  *keys(): Generator<KeyPage> {
    const { combinations, currency } = this.#context;
    const isConverted = this.summed.includes('revenueMicros');
    const firstOf = new Map<number, number>();
    let page: KeyPage = { keyNos: [], sumKeyNos: [], byFeedAndDay: [] };
    for (let keyNo = 0; keyNo < combinations.storedUpTo; keyNo += 1) {
      if (keyNo % SCANNED === 0 || page.keyNos.length === STEP) {
        yield page;
        page = { keyNos: [], sumKeyNos: [], byFeedAndDay: [] };
      }
      const combination = combinations.of(keyNo);
      if (combination < 0) continue;
      const first = firstOf.get(combination) ?? keyNo;
      firstOf.set(combination, first);
      page.keyNos.push(keyNo);
      page.sumKeyNos.push(first);
      page.byFeedAndDay.push(
        isConverted && combinations.currency(combinations.currencyOf(combination)) !== currency,
      );
    }
    yield page;
  }

  *finish(): Generator<void, FinishedRows> {
    yield* this.#close();
    const rows: Row[] = [];
    for (const row of this.#first.takeFromLast()) if (rows.push(row) % STEP === 0) yield;
    return { rows: rows.reverse(), matching: this.#matching, withoutRate: [...this.#withoutRate].sort() };
  }

  /** Empty if the report has no time dimension. */
  #timeOf(day: string): string {
    const dimension = this.#dimensions.find(isTime);
    return dimension ? timeValueOf(dimension, day, this.#context.weekStart) : '';
  }

  readonly #currencies: Currencies = {
    isOwn: (currency) => this.#context.combinations.currency(currency) === this.#context.currency,
    convert: (micros, currency) => {
      const { rates, currency: to, combinations } = this.#context;
      const from = combinations.currency(currency);
      const converted = rates.converted(micros, { from, to, day: this.#day });
      if (converted === undefined)
        for (const one of rates.missing([from, to], this.#day)) this.#withoutRate.add(one);
      return converted;
    },
  };

  /** Turns the sums of one value of the time dimension into rows. */
  *#close(): Generator<void> {
    yield* this.#sums.convertAll(STEP);
    for (let row = 0; row < this.#sums.rows.size; row += 1) {
      if (row % STEP === STEP - 1) yield;
      if (!this.#sums.isUsed(row)) continue;
      this.#matching += 1;
      this.#row = row;
      if (this.#first.admits(this)) this.#first.add(this.#made());
      this.#sums.clear(row);
    }
  }

  #made(): Row {
    return new Row(
      this.#dimensions.map((_, index) => this.dimension(index)),
      { ...this.#sums.look(this.#row) },
      this.#sorting.map((_, index) => this.metric(index)),
    );
  }

  dimension(index: number): string {
    const dimension = this.#dimensions[index]!;
    if (isTime(dimension)) return this.#time;
    const { rows } = this.#sums;
    if (dimension === 'AD_SOURCE') return this.#sources[rows.right(this.#row)]!;
    return this.#context.combinations.value(rows.left(this.#row), dimension);
  }

  metric(index: number): MetricNumber {
    return METRICS[this.#sorting[index]!].of(this.#sums.look(this.#row));
  }
}
