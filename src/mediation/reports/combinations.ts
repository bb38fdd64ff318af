import type { Feed, NumberedDimensions, StatisticsDimensions } from '../ports/statistics.ts';
import type { StatisticsQuery, StoredDimension } from './query.ts';
import type { Rows } from './rows.ts';

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

const UNKNOWN = -1;
/** Stored values never contain U+0000. */
const BETWEEN = '\0';

/** The combinations of the values that a report shows, by the number of the stored dimensions. */
export class Combinations {
  readonly #query: StatisticsQuery;
  readonly #filters: readonly (readonly [keyof StatisticsDimensions | undefined, ReadonlySet<string>])[];
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  #ofKey = new Int32Array(1024).fill(UNKNOWN);
  /** The amounts of combinations by ad source, as soon as they are needed. */
  readonly #amounts = new Map<string, Int32Array>();

  constructor(query: StatisticsQuery) {
    this.#query = query;
    this.#filters = query.filters
      .filter(({ dimension }) => dimension !== 'AD_SOURCE')
      .map(({ dimension, anyOf }) => [STORED[dimension], new Set(anyOf)]);
  }

  add(dimensions: NumberedDimensions): void {
    const { keyNo, currency } = dimensions;
    for (const [name, anyOf] of this.#filters) if (!anyOf.has(name ? dimensions[name] : '')) return;
    let text = currency;
    for (const dimension of this.#query.groupBy) {
      const name = STORED[dimension];
      text += BETWEEN + (name ? dimensions[name] : '');
    }
    while (keyNo >= this.#ofKey.length) this.#grow();
    this.#ofKey[keyNo] = this.#numberOf(text);
  }

  #grow(): void {
    const larger = new Int32Array(this.#ofKey.length * 2).fill(UNKNOWN);
    larger.set(this.#ofKey);
    this.#ofKey = larger;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** Finds the amount of stored dimensions in a feed; undefined if the report leaves them out. */
  amounts({ adSourceId }: Feed, rows: Rows): (keyNo: number) => number | undefined {
    const place = this.#query.groupBy.indexOf('AD_SOURCE');
    const source = place < 0 ? '' : adSourceId;
    const amounts = this.#amounts.get(source) ?? new Int32Array(this.#texts.length).fill(UNKNOWN);
    this.#amounts.set(source, amounts);
    return (keyNo) => {
      const number = this.#ofKey[keyNo] ?? UNKNOWN;
      if (number === UNKNOWN) return undefined;
      const known = amounts[number]!;
      if (known !== UNKNOWN) return known;
      const [currency, ...values] = this.#texts[number]!.split(BETWEEN) as [string, ...string[]];
      if (place >= 0) values[place] = adSourceId;
      const amount = rows.amountOf(values, currency);
      amounts[number] = amount;
      return amount;
    };
  }
}
