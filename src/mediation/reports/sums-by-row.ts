import { StatusError } from '../../conventions/status.ts';
import { type MetricSums, metricBit } from '../ports/statistics.ts';
import type { Sums } from './metrics.ts';

/** A report adds up at most this many combinations of values. */
export const MOST_COMBINATIONS = 1_000_000;

const COUNTS = ['adRequests', 'matchedRequests', 'impressions', 'clicks'] as const;
const [AD_REQUESTS, MATCHED_REQUESTS, IMPRESSIONS, CLICKS] = COUNTS.map(metricBit) as [
  number,
  number,
  number,
  number,
];
const REVENUE = metricBit('revenueMicros');
/** Marks a row that something was added to. */
const USED = 1 << 29;
/** Marks a row some of whose money has no rate. */
const WITHOUT_RATE = 1 << 30;

/** The sums of one stored row; money in micros of its currency. */
export type StoredSums = Pick<MetricSums, (typeof COUNTS)[number] | 'revenueMicros'>;

/** Converts micros to the currency of the report, times MONEY_SCALE; undefined if a rate is missing. */
type Convert = (micros: bigint, currency: string) => bigint | undefined;

/** Stored values never contain U+0000. */
const BETWEEN = '\0';
const WIDTH = COUNTS.length;

const tooMany = () =>
  new StatusError(
    'REPORT_TOO_LARGE',
    `The report has more than ${MOST_COMBINATIONS} combinations of values; use fewer dimensions or more filters.`,
  );

/** A copy with room for twice as many numbers. */
function grown<Numbers extends Float64Array | Int32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** The sums of rows by combination of values, in flat arrays, because there can be many. */
export class SumsByRow {
  readonly #rows = new Map<string, number>();
  readonly #earnings: (bigint | undefined)[] = [];
  #counts = new Float64Array(1024 * WIDTH);
  /** The metrics that some source has sent for a row. */
  #known = new Int32Array(1024);

  /** Amounts by row and currency. A float holds them exactly up to 2^53; before that they are converted. */
  readonly #amounts = new Map<string, number>();
  readonly #rowOfAmount: number[] = [];
  readonly #currencyOfAmount: string[] = [];
  #micros = new Float64Array(1024);
  /** Amounts that are not yet converted. */
  readonly #open: number[] = [];

  /** The number of values in one currency, for `add`. @throws StatusError REPORT_TOO_LARGE */
  amountOf(values: readonly string[], currency: string): number {
    const key = values.join(BETWEEN);
    const ofCurrency = `${currency}${BETWEEN}${key}`;
    const known = this.#amounts.get(ofCurrency);
    if (known !== undefined) return known;
    const amount = this.#amounts.size;
    if (amount === MOST_COMBINATIONS) throw tooMany();
    if (amount === this.#micros.length) this.#micros = grown(this.#micros);
    this.#amounts.set(ofCurrency, amount);
    this.#rowOfAmount.push(this.#rowOf(key));
    this.#currencyOfAmount.push(currency);
    return amount;
  }

  #rowOf(key: string): number {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#rows.size;
    if (row === this.#known.length) {
      this.#known = grown(this.#known);
      this.#counts = grown(this.#counts);
    }
    this.#rows.set(key, row);
    this.#earnings.push(undefined);
    return row;
  }

  /** `metrics`: the bits of what counts. `convert` is for the day of the sums. */
  add(amount: number, sums: StoredSums, metrics: number, convert: Convert): void {
    const row = this.#rowOfAmount[amount]!;
    const counts = this.#counts;
    const at = row * WIDTH;
    if (metrics & AD_REQUESTS) counts[at]! += sums.adRequests;
    if (metrics & MATCHED_REQUESTS) counts[at + 1]! += sums.matchedRequests;
    if (metrics & IMPRESSIONS) counts[at + 2]! += sums.impressions;
    if (metrics & CLICKS) counts[at + 3]! += sums.clicks;
    if (metrics & REVENUE) this.#addMoney(amount, sums.revenueMicros, convert);
    this.#known[row]! |= metrics | USED;
  }

  #addMoney(amount: number, micros: number, convert: Convert): void {
    const before = this.#micros[amount]!;
    if (before === 0) this.#open.push(amount);
    else if (!Number.isSafeInteger(before + micros)) this.#convert(amount, convert);
    this.#micros[amount]! += micros;
  }

  #convert(amount: number, convert: Convert): void {
    const micros = this.#micros[amount]!;
    this.#micros[amount] = 0;
    if (micros === 0) return;
    const row = this.#rowOfAmount[amount]!;
    const converted = convert(BigInt(micros), this.#currencyOfAmount[amount]!);
    if (converted === undefined) this.#known[row]! |= WITHOUT_RATE;
    else this.#earnings[row] = (this.#earnings[row] ?? 0n) + converted;
  }

  /** Converts the amounts that were added since the last time, in steps. */
  *convertAll(convert: Convert, step: number): Generator<void> {
    for (const [index, amount] of this.#open.entries()) {
      this.#convert(amount, convert);
      if (index % step === step - 1) yield;
    }
    this.#open.length = 0;
  }

  /** The rows that anything was added to since the last time, with their sums; undefined for each other row. */
  *take(): Generator<readonly [values: readonly string[], sums: Sums] | undefined> {
    for (const [key, row] of this.#rows)
      yield this.#known[row] === 0 ? undefined : [key.split(BETWEEN), this.#take(row)];
  }

  #take(row: number): Sums {
    const known = this.#known[row]!;
    const at = row * WIDTH;
    const count = (bit: number, index: number) => (known & bit ? this.#counts[at + index] : undefined);
    const sums = {
      adRequests: count(AD_REQUESTS, 0),
      matchedRequests: count(MATCHED_REQUESTS, 1),
      impressions: count(IMPRESSIONS, 2),
      clicks: count(CLICKS, 3),
      // Zero is a sum too, unless no amount could be converted.
      earnings: this.#earnings[row] ?? ((known & (REVENUE | WITHOUT_RATE)) === REVENUE ? 0n : undefined),
    };
    this.#counts.fill(0, at, at + WIDTH);
    this.#known[row] = 0;
    this.#earnings[row] = undefined;
    return sums;
  }
}
