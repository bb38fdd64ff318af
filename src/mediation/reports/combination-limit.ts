import { StatusError } from '../../conventions/status.ts';
import type { NumberedDimensions, StatisticsDimensions } from '../ports/statistics.ts';
import { grown, PairNumbers } from './pair-numbers.ts';
import type { StatisticsQuery, StoredDimension } from './statistics-query.ts';

/** Where the value of a dimension is stored. The ad source is that of the feed; types of ads are unknown. */
const STORED: Partial<Readonly<Record<StoredDimension, keyof StatisticsDimensions>>> = {
  AD_UNIT: 'adUnit',
  APP: 'app',
  PLATFORM: 'platform',
  FORMAT: 'format',
  MEDIATION_GROUP: 'mediationGroup',
  AD_SOURCE_INSTANCE: 'line',
  COUNTRY: 'country',
  MOBILE_OS_VERSION: 'osVersion',
  GMA_SDK_VERSION: 'sdkVersion',
  APP_VERSION_NAME: 'appVersion',
  SERVING_RESTRICTION: 'servingRestriction',
};

/** What bounds the memory of a report: 4 bytes for each stored combination, 20 for each that a report tells apart. */
interface CombinationLimits {
  readonly mostStored: number;
  readonly mostApart: number;
}

const COMBINATION_LIMITS: CombinationLimits = { mostStored: 32_000_000, mostApart: 4_000_000 };

/** Stored numbers that are looked up one by one. */
const MOST_SOUGHT = 20_000;

export const tooLarge = (text: string) =>
  new StatusError('REPORT_TOO_LARGE', `${text}; use fewer dimensions or more filters.`);

/** The distinct values of a dimension, numbered from 0. */
class Values {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  text(number: number): string {
    return this.#texts[number]!;
  }
}

/** A dimension of the report, and the values before it together with its own. */
interface Level {
  readonly name: keyof StatisticsDimensions;
  readonly values: Values;
  readonly pairs: PairNumbers;
}

const levelOf = (name: keyof StatisticsDimensions): Level => ({
  name,
  values: new Values(),
  pairs: new PairNumbers(),
});

/**
 * The values that a report tells apart, by the number of the stored combination of dimensions. Each combination of
 * values and currency has a number.
 */
export class Combinations {
  /** The stored dimensions to read. */
  readonly names: readonly (keyof StatisticsDimensions)[];
  readonly #filters: readonly (readonly [column: number, anyOf: ReadonlySet<string>])[];
  readonly #levels: readonly Level[];
  readonly #columns: readonly number[];
  /** The last level: a combination with its currency. */
  readonly #currencies: Level;
  readonly #indexOf: ReadonlyMap<StoredDimension, number>;
  /** The number, plus 1, by the stored number; 0 if the report leaves it out. */
  #ofKey = new Int32Array(1024);
  /** The stored numbers that the filters admit, while they are few. */
  readonly #admitted: number[] = [];
  readonly #limits: CombinationLimits;

  constructor({ groupBy, filters }: StatisticsQuery, limits: CombinationLimits = COMBINATION_LIMITS) {
    const grouped = groupBy.filter((dimension) => STORED[dimension] !== undefined);
    const kept = filters.filter(({ dimension }) => dimension !== 'AD_SOURCE');
    const filtered = kept.flatMap(({ dimension }) => STORED[dimension] ?? []);
    this.names = [
      ...new Set([...grouped.map((dimension) => STORED[dimension]!), 'currency' as const, ...filtered]),
    ];
    // The first two columns are the number and its use.
    const columnOf = (name: keyof StatisticsDimensions | undefined) =>
      name === undefined ? -1 : this.names.indexOf(name) + 2;
    this.#filters = kept.map(({ dimension, anyOf }) => [columnOf(STORED[dimension]), new Set(anyOf)]);
    this.#levels = grouped.map((dimension) => levelOf(STORED[dimension]!));
    this.#currencies = levelOf('currency');
    this.#columns = [...this.#levels, this.#currencies].map(({ name }) => columnOf(name));
    this.#indexOf = new Map(grouped.map((dimension, index) => [dimension, index]));
    this.#limits = limits;
  }

  /** Adds a page. @throws StatusError REPORT_TOO_LARGE */
  *add(page: readonly NumberedDimensions[]): Generator<void> {
    const levels = [...this.#levels, this.#currencies];
    for (const { pairs } of levels) yield* pairs.makeRoom(page.length);
    const last = page.at(-1)?.[0] ?? 0;
    if (last >= this.#limits.mostStored)
      throw tooLarge('The publisher has too many combinations of dimensions');
    if (last >= this.#ofKey.length)
      this.#ofKey = grown(this.#ofKey, Math.max(last + 1, this.#ofKey.length * 2));
    for (const stored of page) {
      if (!this.#isAdmitted(stored)) continue;
      let number = 0;
      for (let level = 0; level < levels.length; level += 1) {
        const { values, pairs } = levels[level]!;
        number = pairs.numberOf(number, values.numberOf(stored[this.#columns[level]!] as string));
      }
      this.#ofKey[stored[0]] = number + 1;
      if (this.#filters.length > 0 && this.#admitted.length <= MOST_SOUGHT) this.#admitted.push(stored[0]);
    }
    if (this.#currencies.pairs.size > this.#limits.mostApart)
      throw tooLarge('The dimensions of the report have too many combinations of values');
  }

  #isAdmitted(stored: NumberedDimensions): boolean {
    for (const [column, anyOf] of this.#filters)
      if (!anyOf.has(column < 0 ? '' : (stored[column] as string))) return false;
    return true;
  }

  /** The stored numbers to look up, if the filters admit few; undefined without a filter. */
  get sought(): readonly number[] | undefined {
    return this.#filters.length > 0 && this.#admitted.length <= MOST_SOUGHT ? this.#admitted : undefined;
  }

  /** All stored numbers are below. */
  get storedUpTo(): number {
    return this.#ofKey.length;
  }

  /** The number of combinations of values and currency. */
  get size(): number {
    return this.#currencies.pairs.size;
  }

  /** The combination of values and currency for a stored number; -1 if the report leaves it out. */
  of(keyNo: number): number {
    return (this.#ofKey[keyNo] ?? 0) - 1;
  }

  /** The number of the currency of a combination. */
  currencyOf(combination: number): number {
    return this.#currencies.pairs.right(combination);
  }

  currency(number: number): string {
    return this.#currencies.values.text(number);
  }

  /** The number of the values alone, without their currency. */
  valuesOf(combination: number): number {
    return this.#currencies.pairs.left(combination);
  }

  /** The value of a dimension; '' if it is not stored. `values` is a number of values. */
  value(values: number, dimension: StoredDimension): string {
    const index = this.#indexOf.get(dimension);
    if (index === undefined) return '';
    let number = values;
    for (let level = this.#levels.length - 1; level > index; level -= 1)
      number = this.#levels[level]!.pairs.left(number);
    const { pairs, values: texts } = this.#levels[index]!;
    return texts.text(pairs.right(number));
  }
}
