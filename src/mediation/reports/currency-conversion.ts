import { DAY } from '../../conventions/time.ts';
import type { WholeNumber } from '../../conventions/whole-numbers.ts';

/** Amounts have 12 more decimal places than micros until they are rounded once. */
export const MONEY_SCALE = 10n ** 12n;
const RATE_PLACES = 12;
/** If later rates are missing, a rate is used for this many days. */
const LOOK_BACK = 7;

/** The nearest integer; if two are equally near, the even one. `divisor` is positive. */
export function dividedHalfEven(amount: bigint, divisor: bigint): bigint {
  const quotient = amount / divisor;
  const twice = 2n * (amount - quotient * divisor);
  const size = twice < 0n ? -twice : twice;
  if (size < divisor || (size === divisor && quotient % 2n === 0n)) return quotient;
  return amount < 0n ? quotient - 1n : quotient + 1n;
}

/** Money: whole micros as a number if they are exact, otherwise micros times MONEY_SCALE. */
export type Amount = number | bigint;

/** An amount in micros, times a factor and divided, rounded half to even. All are 0 or more, and `divisor` is not 0. */
export function roundedMicros(amount: Amount, factor: number, divisor: WholeNumber): WholeNumber {
  if (typeof amount === 'bigint')
    return dividedHalfEven(amount * BigInt(factor), MONEY_SCALE * BigInt(divisor));
  const product = amount * factor;
  if (typeof divisor === 'bigint' || !Number.isSafeInteger(product))
    return dividedHalfEven(BigInt(amount) * BigInt(factor), BigInt(divisor));
  const rest = product % divisor;
  const quotient = (product - rest) / divisor;
  // 2 * rest could be inexact.
  const above = rest - (divisor - rest);
  return above > 0 || (above === 0 && quotient % 2 === 1) ? quotient + 1 : quotient;
}

export interface RateRow {
  /** YYYY-MM-DD */
  readonly date: string;
  /** ISO 4217 */
  readonly currency: string;
  /** Units of the currency for one unit of the base, as decimal text. */
  readonly rate: string;
}

const RATE = /^(\d{1,12})(?:\.(\d{1,12}))?$/;

/** A rate times 10^RATE_PLACES; 0 if it is not a decimal number. */
function digitsOf(rate: string): bigint {
  const [, whole = '', places = ''] = RATE.exec(rate) ?? [];
  return BigInt(`0${whole}${places.padEnd(RATE_PLACES, '0')}`);
}

/** Whether it is a positive decimal number with at most 12 places. */
export const isRate = (rate: string): boolean => digitsOf(rate) > 0n;

/** @throws RangeError */
function scaled(rate: string): bigint {
  const value = digitsOf(rate);
  if (value === 0n) throw new RangeError('A rate is not a decimal number above zero with at most 12 places.');
  return value;
}

/** Daily rates against one base currency. */
export class Rates {
  readonly #byCurrency = new Map<string, Map<string, bigint>>();
  readonly #base: string;
  readonly #found = new Map<string, bigint | undefined>();

  /** @throws RangeError */
  constructor(rows: Iterable<RateRow>, base: string) {
    this.#base = base;
    for (const { date, currency, rate } of rows) {
      const days = this.#byCurrency.get(currency) ?? new Map<string, bigint>();
      this.#byCurrency.set(currency, days.set(date, scaled(rate)));
    }
  }

  #rate(currency: string, day: string): bigint | undefined {
    const key = `${currency} ${day}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#lookUp(currency, day));
    return this.#found.get(key);
  }

  #lookUp(currency: string, day: string): bigint | undefined {
    if (currency === this.#base) return 10n ** BigInt(RATE_PLACES);
    const days = this.#byCurrency.get(currency);
    for (let back = 0; days && back <= LOOK_BACK; back += 1) {
      const rate = days.get(new Date(Date.parse(day) - back * DAY).toISOString().slice(0, 10));
      if (rate !== undefined) return rate;
    }
    return undefined;
  }

  /** Whether there are none: no file is set, or it has no days that reports show. */
  get isEmpty(): boolean {
    return this.#byCurrency.size === 0;
  }

  /** The currencies that have no rate on a day. */
  missing(currencies: readonly string[], day: string): readonly string[] {
    return currencies.filter((currency) => this.#rate(currency, day) === undefined);
  }

  /** Converts micros of a day to another currency, times MONEY_SCALE; undefined if a rate is missing. */
  converted(micros: bigint, { from, to, day }: Conversion): bigint | undefined {
    if (from === to) return micros * MONEY_SCALE;
    const [divisor, factor] = [this.#rate(from, day), this.#rate(to, day)];
    return divisor && factor && (micros * MONEY_SCALE * factor) / divisor;
  }
}

interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly day: string;
}

/** Returns the current rates, which can be replaced while the server runs. */
export type CurrentRates = () => Rates;
