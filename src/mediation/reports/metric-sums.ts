import type { WholeNumber } from '../../conventions/whole-numbers.ts';
import type { Amount } from './currency-conversion.ts';

/** Metrics of which a report shows the sums. */
export type Summed = 'adRequests' | 'matchedRequests' | 'impressions' | 'clicks' | 'revenueMicros';

/** The sums of a row. A count that no source reported is undefined, not zero. */
export interface Sums {
  readonly adRequests: WholeNumber | undefined;
  readonly matchedRequests: WholeNumber | undefined;
  readonly impressions: WholeNumber | undefined;
  readonly clicks: WholeNumber | undefined;
  /** In the currency of the report. */
  readonly earnings: Amount | undefined;
}
