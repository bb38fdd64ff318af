import { DAY } from '../../conventions/time.ts';
import type { Publisher } from '../ports/entities.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import type { MediationReader } from '../ports/store.ts';
import { makeReport, type ReportParts } from '../reports/make-report.ts';
import { METRICS, type MetricNumber } from '../reports/metric-values.ts';
import { dayBoundsOf } from '../reports/report-days.ts';
import type { SpecDate } from '../reports/report-spec.ts';
import { binsOf, dayText } from '../statistics/days.ts';
import { moneyDifferences } from '../statistics/money-differences.ts';
import type { LintExperiment } from './model.ts';
import type { ExperimentStatistics, LineStatistics, LintStatistics, LintSums } from './statistics.ts';

const NOTHING: LintSums = { adRequests: 0, matchedRequests: 0, impressions: 0, revenueMicros: 0n };

function dateOf(day: number): SpecDate {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A line without impressions earned nothing; reports leave its money out, as they do if there is no rate. */
function revenueOf(micros: MetricNumber, impressions: number): Pick<LintSums, 'revenueMicros'> {
  if (micros !== undefined) return { revenueMicros: BigInt(micros) };
  return impressions === 0 ? { revenueMicros: 0n } : {};
}

const countOf = (count: MetricNumber) => Number(count ?? 0);

/** Sums of each line in the last full days of the account's time zone, in US dollars. */
async function lineSums(parts: ReportParts, publisher: Publisher, days: number) {
  const today = binsOf(publisher.reportingTimeZone)(parts.clock()).day;
  const spec = {
    dateRange: { startDate: dateOf(today - days), endDate: dateOf(today - 1) },
    dimensions: ['AD_SOURCE_INSTANCE'],
    metrics: ['AD_REQUESTS', 'MATCHED_REQUESTS', 'IMPRESSIONS', 'ESTIMATED_EARNINGS'],
    localizationSettings: { currencyCode: 'USD' },
  } as const;
  const { rows } = await makeReport(parts, { spec, publisher, ownNetwork: false });
  const sums = new Map<string, LintSums>();
  for (const { dimensions, sums: of } of rows) {
    const impressions = countOf(of.impressions);
    sums.set(dimensions[0] ?? '', {
      adRequests: countOf(of.adRequests),
      matchedRequests: countOf(of.matchedRequests),
      impressions,
      ...revenueOf(METRICS.ESTIMATED_EARNINGS.of(of), impressions),
    });
  }
  return sums;
}

async function ofLines(parts: ReportParts, publisher: Publisher) {
  const week = await lineSums(parts, publisher, 7);
  const lines = new Map<string, LineStatistics>();
  for (const [lineId, last14Days] of await lineSums(parts, publisher, 14)) {
    lines.set(lineId, { last7Days: week.get(lineId) ?? NOTHING, last14Days });
  }
  return lines;
}

async function ofExperiment(
  reader: MediationReader,
  statistics: Pick<StatisticsStore, 'slotSums'>,
  { publisherId, reportingTimeZone }: Publisher,
  { groupId, experimentId = '', startedAt = 0 }: LintExperiment,
): Promise<ExperimentStatistics | undefined> {
  const experiment = await reader.experiment(publisherId, groupId, experimentId);
  if (!experiment) return undefined;
  const slotsOfB = 10 * experiment.treatmentTrafficPercentage;
  const users = { A: 0, B: 0 };
  const byDay = new Map<number, number>();
  for await (const page of statistics.slotSums(publisherId, experimentId)) {
    for (const row of page) {
      users[row.slot < slotsOfB ? 'B' : 'A'] += Number(row.users);
      byDay.set(row.day, (byDay.get(row.day) ?? 0) + Number(row.users));
    }
  }
  const lastDay = dayText(Math.max(...byDay.keys(), 0));
  const { analysis } = experiment.look ?? {};
  return {
    users,
    days: analysis?.fullDays ?? 0,
    dailyUsers: Math.max(0, ...byDay.values()),
    sampleRatioAlarm: analysis?.sampleRatio?.alarm ?? false,
    // A day is told by its number only, so its end counts.
    lastTrafficAt: byDay.size === 0 ? startedAt : dayBoundsOf(lastDay, lastDay, reportingTimeZone)[0]!.to,
  };
}

/** The statistics of a publisher; undefined if it has none. */
export async function readLintStatistics(
  parts: ReportParts & { readonly statistics: Pick<StatisticsStore, 'slotSums'> },
  publisher: Publisher,
  open: readonly LintExperiment[],
): Promise<LintStatistics | undefined> {
  const { store, statistics } = parts;
  const { publisherId } = publisher;
  if ((await statistics.feeds(publisherId)).length === 0) return undefined;
  const experiments = new Map<string, ExperimentStatistics>();
  for (const experiment of open) {
    const found = await store.read((reader) => ofExperiment(reader, statistics, publisher, experiment));
    if (found && experiment.experimentId !== undefined) experiments.set(experiment.experimentId, found);
  }
  return {
    lines: await ofLines(parts, publisher),
    experiments,
    moneyDifferences: await moneyDifferences(statistics, parts.reports.rates(), publisher, parts.clock()),
  };
}
