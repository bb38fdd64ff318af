import type { WholeNumber } from '../../conventions/whole-numbers.ts';
import { metricBit } from '../ports/statistics.ts';
import { tooLarge } from './combination-limit.ts';
import { type Amount, MONEY_SCALE } from './currency-conversion.ts';
import type { Summed, Sums } from './metric-sums.ts';
import { grown, PairNumbers } from './pair-numbers.ts';

/** A report adds up at most this many combinations of values. */
const MOST_COMBINATIONS = 1_000_000;

const REVENUE = metricBit('revenueMicros');
/** Marks a row that something was added to. */
const USED = 1 << 29;
/** Marks a row some of whose money has no rate. */
const WITHOUT_RATE = 1 << 30;

/** Currencies by number. */
export interface Currencies {
  /** Whether it is the currency of the report. */
  isOwn(currency: number): boolean;
  /** Converts micros of the current day, times MONEY_SCALE; undefined if a rate is missing. */
  convert(micros: bigint, currency: number): bigint | undefined;
}

const tooMany = (most: number) => tooLarge(`The report has more than ${most} combinations of values`);

/** The sums of rows, in flat arrays, because there can be many. A row is a pair: values, and an ad source. */
export class SumsByRow {
  readonly rows = new PairNumbers();
  readonly #bits: readonly number[];
  readonly #width: number;
  /** The places of metrics in the sums of a row; -1 if they are not read. */
  readonly #indexes: Readonly<Record<Summed, number>>;
  readonly #isOwn: Currencies['isOwn'];
  readonly #convert: Currencies['convert'];
  readonly #most: number;
  /** Money is in micros of the report's currency. */
  #sums = new Float64Array(0);
  /** What does not fit into a float, by its place in the sums. */
  readonly #large = new Map<number, bigint>();
  /** The metrics that some source has sent for a row. */
  #known = new Int32Array(0);
  /** Money that was converted. */
  readonly #earnings: (bigint | undefined)[] = [];

  /** Amounts in other currencies: pairs of a row and a currency. */
  readonly #amounts = new PairNumbers();
  #micros = new Float64Array(0);
  /** What does not fit into a float. */
  readonly #largeMicros = new Map<number, bigint>();
  /** Amounts that are not yet converted. */
  readonly #open: number[] = [];

  readonly #look: Sums;
  #looked = 0;

  constructor(metrics: readonly Summed[], { isOwn, convert }: Currencies, most = MOST_COMBINATIONS) {
    this.#bits = metrics.map(metricBit);
    this.#width = metrics.length;
    const indexOf = (metric: Summed) => metrics.indexOf(metric);
    this.#indexes = {
      adRequests: indexOf('adRequests'),
      matchedRequests: indexOf('matchedRequests'),
      impressions: indexOf('impressions'),
      clicks: indexOf('clicks'),
      revenueMicros: indexOf('revenueMicros'),
    };
    const [sum, earnings] = [this.#sum.bind(this), () => this.#earningsOf(this.#looked)];
    this.#look = {
      get adRequests() {
        return sum('adRequests');
      },
      get matchedRequests() {
        return sum('matchedRequests');
      },
      get impressions() {
        return sum('impressions');
      },
      get clicks() {
        return sum('clicks');
      },
      get earnings() {
        return earnings();
      },
    };
    this.#isOwn = isOwn;
    this.#convert = convert;
    this.#most = most;
  }

  /** Makes room for so many more rows, in steps. @throws StatusError REPORT_TOO_LARGE */
  *makeRoom(more: number): Generator<void> {
    if (this.rows.size > this.#most || this.#amounts.size > this.#most) throw tooMany(this.#most);
    yield* this.rows.makeRoom(more);
    yield* this.#amounts.makeRoom(more);
    const [rows, amounts] = [this.rows.size + more, this.#amounts.size + more];
    if (rows > this.#known.length) {
      this.#known = grown(this.#known, 2 * rows);
      this.#sums = grown(this.#sums, 2 * rows * this.#width);
      yield;
    }
    if (amounts > this.#micros.length) this.#micros = grown(this.#micros, 2 * amounts);
  }

  /** `sums` are those of a stored row, from a place on. `metrics`: the bits of what counts. */
  add(row: number, currency: number, sums: readonly WholeNumber[], from: number, metrics: number): void {
    const at = row * this.#width;
    for (let index = 0; index < this.#width; index += 1) {
      if ((metrics & this.#bits[index]!) === 0) continue;
      const sum = sums[from + index]!;
      const isOwn = index !== this.#indexes.revenueMicros || this.#isOwn(currency);
      if (isOwn) this.#addOwn(at + index, sum);
      else this.#addForeign(row, currency, sum);
    }
    this.#known[row]! |= metrics | USED;
  }

  /** A float holds whole numbers exactly up to 2^53. */
  #addOwn(at: number, more: WholeNumber): void {
    const before = this.#sums[at]!;
    if (typeof more === 'number' && Number.isSafeInteger(before + more)) {
      this.#sums[at] = before + more;
      return;
    }
    this.#large.set(at, (this.#large.get(at) ?? 0n) + BigInt(before) + BigInt(more));
    this.#sums[at] = 0;
  }

  #addForeign(row: number, currency: number, more: WholeNumber): void {
    const amount = this.#amounts.numberOf(row, currency);
    const before = this.#micros[amount]!;
    if (before === 0) this.#open.push(amount);
    if (typeof more === 'number' && Number.isSafeInteger(before + more)) {
      this.#micros[amount] = before + more;
      return;
    }
    this.#largeMicros.set(amount, (this.#largeMicros.get(amount) ?? 0n) + BigInt(before) + BigInt(more));
    this.#micros[amount] = 0;
  }

  #convertAmount(amount: number): void {
    const micros = BigInt(this.#micros[amount]!) + (this.#largeMicros.get(amount) ?? 0n);
    this.#micros[amount] = 0;
    this.#largeMicros.delete(amount);
    if (micros !== 0n) this.#convertMicros(this.#amounts.left(amount), this.#amounts.right(amount), micros);
  }

  #convertMicros(row: number, currency: number, micros: bigint): void {
    const converted = this.#convert(micros, currency);
    if (converted === undefined) this.#known[row]! |= WITHOUT_RATE;
    else this.#earnings[row] = (this.#earnings[row] ?? 0n) + converted;
  }

  /** Converts the amounts that were added since the last time, in steps. */
  *convertAll(step: number): Generator<void> {
    for (const [index, amount] of this.#open.entries()) {
      this.#convertAmount(amount);
      if (index % step === step - 1) yield;
    }
    this.#open.length = 0;
  }

  /** Whether anything was added to a row since it was cleared. */
  isUsed(row: number): boolean {
    return this.#known[row] !== 0;
  }

  /** The sums of a row, until the next call. Each is computed when it is read, because few rows are shown. */
  look(row: number): Sums {
    this.#looked = row;
    return this.#look;
  }

  #sum(metric: Summed): WholeNumber | undefined {
    const index = this.#indexes[metric];
    const isKnown = index >= 0 && (this.#known[this.#looked]! & this.#bits[index]!) !== 0;
    return isKnown ? this.#sumAt(this.#looked * this.#width + index) : undefined;
  }

  #sumAt(at: number): WholeNumber {
    const large = this.#large.get(at);
    return large === undefined ? this.#sums[at]! : large + BigInt(this.#sums[at]!);
  }

  /** Zero is a sum too, unless no amount could be converted. */
  #earningsOf(row: number): Amount | undefined {
    if (this.#indexes.revenueMicros < 0) return undefined;
    const micros = this.#sumAt(row * this.#width + this.#indexes.revenueMicros);
    const more = this.#earnings[row];
    if (more !== undefined || typeof micros === 'bigint') return BigInt(micros) * MONEY_SCALE + (more ?? 0n);
    return micros !== 0 || (this.#known[row]! & (REVENUE | WITHOUT_RATE)) === REVENUE ? micros : undefined;
  }

  clear(row: number): void {
    this.#known[row] = 0;
    const [from, to] = [row * this.#width, (row + 1) * this.#width];
    this.#sums.fill(0, from, to);
    if (this.#large.size > 0) for (let at = from; at < to; at += 1) this.#large.delete(at);
    if (this.#earnings[row] !== undefined) this.#earnings[row] = undefined;
  }
}
