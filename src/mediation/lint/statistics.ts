import type { MoneyDifference } from '../statistics/money-differences.ts';

/** Sums over some days. */
export interface LintSums {
  readonly adRequests: number;
  readonly matchedRequests: number;
  readonly impressions: number;
  /** US dollar micros; absent if the money is not known, or has no rate. */
  readonly revenueMicros?: bigint;
}

export interface LineStatistics {
  readonly last7Days: LintSums;
  readonly last14Days: LintSums;
}

export interface ExperimentStatistics {
  /** Users who entered, by variant. */
  readonly users: { readonly A: number; readonly B: number };
  /** Full days since the start. */
  readonly days: number;
  /** Users who entered on the busiest day. On the first full day, each active user enters. */
  readonly dailyUsers: number;
  /** Whether the sample-ratio alarm is raised. */
  readonly sampleRatioAlarm: boolean;
  /** When the latest statistics of the experiment begin; absent if there are none. */
  readonly lastTrafficAt?: number;
}

/** Statistics that some rules compare the configuration with. */
export interface LintStatistics {
  /** By line id; a line without traffic is absent. */
  readonly lines: ReadonlyMap<string, LineStatistics>;
  /** Open experiments by id. */
  readonly experiments: ReadonlyMap<string, ExperimentStatistics>;
  /** Ad sources for which devices send other revenue than the network settles. */
  readonly moneyDifferences: readonly MoneyDifference[];
}
