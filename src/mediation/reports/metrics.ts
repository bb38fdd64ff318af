import type { ReportKind } from './dimensions.ts';
import { dividedHalfEven, MONEY_SCALE } from './money.ts';

/** The sums of a row. A count that no source reported is undefined, not zero. */
export interface Sums {
  readonly adRequests: number | undefined;
  readonly matchedRequests: number | undefined;
  readonly impressions: number | undefined;
  readonly clicks: number | undefined;
  /** Micros in the currency of the report, times MONEY_SCALE. */
  readonly earnings: bigint | undefined;
}

export type MetricValue =
  | { readonly integerValue: string }
  | { readonly microsValue: string }
  | { readonly doubleValue: number };

interface MetricRow {
  readonly reports: readonly ReportKind[];
  /** Undefined if the metric has no value, for example a division by zero. */
  readonly of?: (sums: Sums) => MetricValue | undefined;
}

const BOTH: readonly ReportKind[] = ['mediation', 'network'];
const CAMPAIGN: readonly ReportKind[] = ['campaign'];

const integer = (count: number | undefined) =>
  count === undefined ? undefined : { integerValue: String(count) };

const micros = (amount: bigint | undefined, divisor: number | undefined) => {
  if (amount === undefined || !divisor) return undefined;
  return { microsValue: String(dividedHalfEven(amount, MONEY_SCALE * BigInt(divisor))) };
};

const rate = (part: number | undefined, of: number | undefined) =>
  part === undefined || !of ? undefined : { doubleValue: part / of };

const perThousand = ({ earnings, impressions }: Sums) =>
  micros(earnings === undefined ? undefined : earnings * 1000n, impressions);

export const METRICS = {
  AD_REQUESTS: { reports: BOTH, of: ({ adRequests }) => integer(adRequests) },
  MATCHED_REQUESTS: { reports: BOTH, of: ({ matchedRequests }) => integer(matchedRequests) },
  IMPRESSIONS: { reports: [...BOTH, 'campaign'], of: ({ impressions }) => integer(impressions) },
  CLICKS: { reports: [...BOTH, 'campaign'], of: ({ clicks }) => integer(clicks) },
  ESTIMATED_EARNINGS: { reports: BOTH, of: ({ earnings }) => micros(earnings, 1) },
  OBSERVED_ECPM: { reports: ['mediation'], of: perThousand },
  IMPRESSION_RPM: { reports: ['network'], of: perThousand },
  IMPRESSION_CTR: { reports: BOTH, of: ({ clicks, impressions }) => rate(clicks, impressions) },
  MATCH_RATE: { reports: BOTH, of: ({ matchedRequests, adRequests }) => rate(matchedRequests, adRequests) },
  SHOW_RATE: {
    reports: ['network'],
    of: ({ impressions, matchedRequests }) => rate(impressions, matchedRequests),
  },
  INSTALLS: { reports: CAMPAIGN },
  INTERACTIONS: { reports: CAMPAIGN },
  ESTIMATED_COST: { reports: CAMPAIGN },
  AVERAGE_CPI: { reports: CAMPAIGN },
  CLICK_THROUGH_RATE: { reports: CAMPAIGN },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type Metric = keyof typeof METRICS;

export function metricValueOf(metric: Metric, sums: Sums): MetricValue | undefined {
  const row: MetricRow = METRICS[metric];
  return row.of?.(sums);
}
