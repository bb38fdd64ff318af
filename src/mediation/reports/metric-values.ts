import type { WholeNumber } from '../../conventions/whole-numbers.ts';
import { type Amount, roundedMicros } from './currency-conversion.ts';
import type { Summed, Sums } from './metric-sums.ts';
import type { ReportKind } from './report-dimensions.ts';

export type MetricValue =
  | { readonly integerValue: string }
  | { readonly microsValue: string }
  | { readonly doubleValue: number };

export type MetricNumber = WholeNumber | undefined;

interface MetricRow {
  readonly reports: readonly ReportKind[];
  /** The sums that it is made from. */
  readonly from: readonly Summed[];
  /** Undefined if the metric has no value, for example a division by zero. */
  readonly of: (sums: Sums) => MetricNumber;
  readonly member: 'integerValue' | 'microsValue' | 'doubleValue';
}

const BOTH: readonly ReportKind[] = ['mediation', 'network'];

const micros = (amount: Amount | undefined, factor: number, divisor: WholeNumber | undefined) =>
  amount === undefined || !divisor ? undefined : roundedMicros(amount, factor, divisor);

const sumOf = (name: Exclude<Summed, 'revenueMicros'>, reports = BOTH): MetricRow => ({
  reports,
  from: [name],
  of: (sums) => sums[name],
  member: 'integerValue',
});

type Count = Exclude<Summed, 'revenueMicros'>;

const rate = (part: Count, whole: Count, reports = BOTH): MetricRow => ({
  reports,
  from: [part, whole],
  of({ [part]: parts, [whole]: all }) {
    return parts === undefined || !all ? undefined : Number(parts) / Number(all);
  },
  member: 'doubleValue',
});

const perImpression = (reports: readonly ReportKind[]): MetricRow => ({
  reports,
  from: ['revenueMicros', 'impressions'],
  of: ({ earnings, impressions }) => micros(earnings, 1000, impressions),
  member: 'microsValue',
});

/** There are no campaigns, so no row has their metrics. */
const ofCampaigns: MetricRow = {
  reports: ['campaign'],
  from: [],
  of: () => undefined,
  member: 'integerValue',
};

export const METRICS = {
  AD_REQUESTS: sumOf('adRequests'),
  MATCHED_REQUESTS: sumOf('matchedRequests'),
  IMPRESSIONS: sumOf('impressions', [...BOTH, 'campaign']),
  CLICKS: sumOf('clicks', [...BOTH, 'campaign']),
  ESTIMATED_EARNINGS: {
    reports: BOTH,
    from: ['revenueMicros'],
    of: ({ earnings }) => micros(earnings, 1, 1),
    member: 'microsValue',
  },
  OBSERVED_ECPM: perImpression(['mediation']),
  IMPRESSION_RPM: perImpression(['network']),
  IMPRESSION_CTR: rate('clicks', 'impressions'),
  MATCH_RATE: rate('matchedRequests', 'adRequests'),
  SHOW_RATE: rate('impressions', 'matchedRequests', ['network']),
  INSTALLS: ofCampaigns,
  INTERACTIONS: ofCampaigns,
  ESTIMATED_COST: ofCampaigns,
  AVERAGE_CPI: ofCampaigns,
  CLICK_THROUGH_RATE: ofCampaigns,
} as const satisfies Readonly<Record<string, MetricRow>>;

export type Metric = keyof typeof METRICS;

/** The sums that metrics are made from. */
export const summedFor = (metrics: readonly Metric[]): readonly Summed[] => [
  ...new Set(metrics.flatMap((metric) => METRICS[metric].from)),
];

export function metricValueOf(metric: Metric, sums: Sums): MetricValue | undefined {
  const { of, member }: MetricRow = METRICS[metric];
  const value = of(sums);
  if (value === undefined) return undefined;
  return { [member]: member === 'doubleValue' ? value : String(value) } as unknown as MetricValue;
}
