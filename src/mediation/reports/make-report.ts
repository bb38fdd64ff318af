import { inTurns } from '../../conventions/event-loop-turns.ts';
import { DAY, HOUR } from '../../conventions/time.ts';
import type { CurrentCatalogue } from '../ports/catalogue.ts';
import type { Publisher } from '../ports/entities.ts';
import { ParquetUnreadable } from '../ports/parquet.ts';
import type { SourceArrival, StatisticsStore } from '../ports/statistics.ts';
import type { MediationStore } from '../ports/store.ts';
import { Combinations } from './combination-limit.ts';
import { daySpans, hourSpans, publisherDays, splitsHours } from './day-spans.ts';
import { labelsOf } from './display-labels.ts';
import { rowPrinter } from './print-rows.ts';
import { readStatistics } from './read-statistics.ts';
import { type Day, shifted } from './report-days.ts';
import { type ReportDeps, rateProblemOf } from './report-deps.ts';
import { isTime } from './report-dimensions.ts';
import { type Caveats, footerOf } from './report-footer.ts';
import { headerOf, type Locale, localeOf } from './report-locale.ts';
import { Rows } from './report-rows.ts';
import type { ReportSpec } from './report-spec.ts';
import { MOST_ROWS } from './spec-rules.ts';
import { queryOf, timeValueOf } from './statistics-query.ts';

export interface ReportParts {
  readonly store: MediationStore;
  readonly statistics: Pick<
    StatisticsStore,
    'feeds' | 'dimensions' | 'lastKeyNo' | 'rows' | 'settledDays' | 'sources'
  >;
  readonly catalogue: CurrentCatalogue;
  readonly reports: Pick<ReportDeps, 'rates' | 'hourDays' | 'parquet'>;
  readonly clock: () => number;
}

interface Asked {
  readonly spec: ReportSpec;
  readonly publisher: Publisher;
  /** Whether only the own network is shown. */
  readonly ownNetwork: boolean;
  /** Aborted when nobody waits for the report. */
  readonly signal?: AbortSignal | undefined;
}

/** Statistics are never older, and hardly later. */
const OLDEST_DAYS = 1100;
const LATE = 36 * HOUR;

const today = (now: number): Day => new Date(now).toISOString().slice(0, 10);

/** Whether a source that sent daily is late and the report has days that it lacks. */
const isDelayed = (sources: readonly SourceArrival[], now: number, last: Day | undefined) =>
  sources.some(
    ({ daily, lastAt }) => daily && now - lastAt > LATE && last !== undefined && last >= today(lastAt),
  );

/** What a report reads, and in which time zone: that of the account if it is made from days. */
function planOf({ reports, clock, catalogue }: ReportParts, { spec, publisher, ownNetwork }: Asked) {
  const { publisherId, reportingTimeZone } = publisher;
  const asked: Locale = localeOf(spec, publisher);
  const now = clock();
  const inZone = (timeZone: string) =>
    queryOf(spec, {
      publisherId,
      timeZone,
      weekStart: asked.weekStart,
      stored: { first: shifted(today(now), -OLDEST_DAYS), last: shifted(today(now), 2) },
      ...(ownNetwork && { adSourceId: catalogue().ownNetwork.adSourceId }),
    });
  const query = inZone(asked.timeZone);
  const own = inZone(reportingTimeZone);
  const isOwnZone = query.days.every(({ from, to }, index) => {
    const day = own.days[index];
    return day?.from === from && day.to === to;
  });
  const first = query.days.at(0);
  const withoutHours = !isOwnZone && first !== undefined && first.to < now - reports.hourDays * DAY;
  if (!isOwnZone && !withoutHours) {
    const spans = hourSpans(query.days, reportingTimeZone);
    const ownDays = publisherDays(query.days, reportingTimeZone);
    return { query, locale: asked, unit: 'HOUR' as const, spans, ownDays, withoutHours };
  }
  const timeZone = withoutHours ? reportingTimeZone : asked.timeZone;
  const locale: Locale = { ...asked, timeZone };
  return { query: own, locale, unit: 'DAY' as const, spans: daySpans(own.days), ownDays: [], withoutHours };
}

/** The parts of a report, in the order in which they are sent. All of it is computed here. */
export async function makeReport(parts: ReportParts, asked: Asked) {
  try {
    return await madeFrom(parts, asked);
  } catch (error) {
    if (!(error instanceof ParquetUnreadable)) throw error;
    return madeFrom({ ...parts, reports: { ...parts.reports, parquet: undefined } }, asked);
  }
}

async function madeFrom(parts: ReportParts, asked: Asked) {
  const { store, statistics, catalogue, reports, clock } = parts;
  const { spec, publisher, signal } = asked;
  const { publisherId, reportingTimeZone } = publisher;
  const { query, locale, unit, spans, ownDays, withoutHours } = planOf(parts, asked);
  const { weekStart, currency, language } = locale;
  const time = spec.dimensions?.find(isTime);
  const combinations = new Combinations(query);
  const rows = new Rows(spec, { rates: reports.rates(), currency, weekStart, combinations });
  const reading = {
    publisherId,
    query,
    combinations,
    parquet: reports.parquet,
    unit,
    spans,
    ownDays,
    signal,
    timeOf: (day: Day) => (time ? timeValueOf(time, day, weekStart) : ''),
  };
  const { daysOnly } = await readStatistics(statistics, reading, rows);
  const { rows: found, matching, withoutRate } = await inTurns(rows.finish(), signal);
  const caveats: Caveats = {
    delayed: isDelayed(await statistics.sources(publisherId), clock(), query.days.at(-1)?.day),
    otherCurrency: currency !== publisher.currencyCode,
    withoutRate: withoutRate.join(', '),
    rateProblem: rateProblemOf(reports.rates()),
    splitHours: unit === 'HOUR' && splitsHours(query.days, reportingTimeZone),
    daysOnly,
    withoutHours,
    cut: matching > MOST_ROWS && (spec.maxReportRows ?? MOST_ROWS) === MOST_ROWS,
  };
  const labelOf = await labelsOf(spec, found, { store, catalogue: catalogue(), publisherId });
  return {
    header: headerOf(spec, locale),
    rows: found,
    print: rowPrinter(spec, { publisherId, language, labelOf }),
    footer: footerOf(matching, caveats),
  };
}
