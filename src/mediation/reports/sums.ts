import type { Amount } from './money.ts';

/** Metrics of which a report shows the sums. */
export type Summed = 'adRequests' | 'matchedRequests' | 'impressions' | 'clicks' | 'revenueMicros';

/** The sums of a row. A count that no source reported is undefined, not zero. */
export interface Sums {
  readonly adRequests: number | undefined;
  readonly matchedRequests: number | undefined;
  readonly impressions: number | undefined;
  readonly clicks: number | undefined;
  /** In the currency of the report. */
  readonly earnings: Amount | undefined;
}
