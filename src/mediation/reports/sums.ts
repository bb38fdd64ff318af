import type { Whole } from '../../conventions/whole.ts';
import type { Amount } from './money.ts';

/** Metrics of which a report shows the sums. */
export type Summed = 'adRequests' | 'matchedRequests' | 'impressions' | 'clicks' | 'revenueMicros';

/** The sums of a row. A count that no source reported is undefined, not zero. */
export interface Sums {
  readonly adRequests: Whole | undefined;
  readonly matchedRequests: Whole | undefined;
  readonly impressions: Whole | undefined;
  readonly clicks: Whole | undefined;
  /** In the currency of the report. */
  readonly earnings: Amount | undefined;
}
