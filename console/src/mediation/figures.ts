import { useMemo } from 'react';
import { useAccount } from './account.tsx';
import { type Days, lastDays } from './model/days.ts';
import { FIGURES, type Figures, figuresBy } from './model/figures.ts';
import { type Metric, wholeRange } from './model/report.ts';
import { useReport } from './reports.ts';

/** Days that lists show figures of: a week, so that every weekday counts once. */
const WEEK = 7;

/** The sums on the first screen and on the page of a group. */
export const SUMS: readonly Metric[] = ['ESTIMATED_EARNINGS', 'OBSERVED_ECPM', 'MATCH_RATE', 'IMPRESSIONS'];

/** The part of a report that is about one group. */
export const onlyGroup = (publisherId: string, groupId: string) =>
  ({ dimension: 'MEDIATION_GROUP', value: `ca-app-${publisherId}:mg:${groupId}` }) as const;

export type FiguresById = ReadonlyMap<string, Figures>;

export const useWeek = (): Days => lastDays(WEEK, useAccount().zone);

/** The figures of the last week by group, or by line of a group. */
export function useFigures(groupId?: string): {
  readonly figures: FiguresById;
  readonly warnings: readonly string[];
  readonly isLoading: boolean;
} {
  const { publisherId } = useAccount();
  const dimension = groupId === undefined ? 'MEDIATION_GROUP' : 'AD_SOURCE_INSTANCE';
  const only = groupId === undefined ? {} : { only: onlyGroup(publisherId, groupId) };
  const { data, isLoading } = useReport(
    wholeRange(useWeek(), { dimensions: [dimension], metrics: FIGURES, ...only }),
    true,
  );
  const figures = useMemo(() => figuresBy(data?.rows ?? [], dimension), [data, dimension]);
  return { figures, warnings: data?.warnings ?? [], isLoading };
}
