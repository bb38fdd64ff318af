import { type Metric, numberOf, type ReportRow } from './report.ts';

/** What a group or a line did in some days. Absent without a value. */
export interface Figures {
  readonly revenue?: number | undefined;
  readonly ecpm?: number | undefined;
  readonly matchRate?: number | undefined;
  /** Of the revenue of all. */
  readonly share?: number | undefined;
}

export const FIGURES: readonly Metric[] = [
  'ESTIMATED_EARNINGS',
  'OBSERVED_ECPM',
  'MATCH_RATE',
  'AD_REQUESTS',
];

/** `1` of `ca-app-pub-1:mg:1`. */
const lastOf = (id = '') => id.slice(id.lastIndexOf(':') + 1);

/** The figures by the id of the dimension, without the prefix that reports write. */
export function figuresBy(
  rows: readonly ReportRow[],
  dimension: 'MEDIATION_GROUP' | 'AD_SOURCE_INSTANCE',
): ReadonlyMap<string, Figures> {
  const numberAt = (row: ReportRow, metric: Metric) => numberOf(row.metricValues[metric]);
  const all = rows.reduce((sum, row) => sum + (numberAt(row, 'ESTIMATED_EARNINGS') ?? 0), 0);
  return new Map(
    rows.map((row) => {
      const revenue = numberAt(row, 'ESTIMATED_EARNINGS');
      return [
        lastOf(row.dimensionValues[dimension]?.value),
        {
          revenue,
          ecpm: numberAt(row, 'OBSERVED_ECPM'),
          matchRate: numberAt(row, 'MATCH_RATE'),
          share: revenue === undefined || all === 0 ? undefined : revenue / all,
        },
      ];
    }),
  );
}

/** What all of these earned together. Absent if they earned nothing. */
export function sumOf(some: readonly (Figures | undefined)[]): Figures | undefined {
  const sum = (key: 'revenue' | 'share') => some.reduce((all, one) => all + (one?.[key] ?? 0), 0);
  const revenue = sum('revenue');
  return revenue === 0 ? undefined : { revenue, share: sum('share') };
}

/** Groups that earn most stand first; those that earn the same, or nothing, stay in their order. */
export function byRevenue<Group extends { readonly mediationGroupId?: string }>(
  groups: readonly Group[],
  figures: ReadonlyMap<string, Figures>,
): readonly Group[] {
  const revenue = ({ mediationGroupId = '' }: Group) => figures.get(mediationGroupId)?.revenue ?? 0;
  return groups.toSorted((one, other) => revenue(other) - revenue(one));
}
