import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextTurn } from '../../src/conventions/event-loop-turns.ts';
import type { Publisher } from '../../src/mediation/ports/entities.ts';
import { makeReport } from '../../src/mediation/reports/make-report.ts';
import { reportDeps } from '../../src/mediation/reports/report-deps.ts';
import { messagesOf } from '../../src/mediation/reports/report-messages.ts';
import type { ReportSpec } from '../../src/mediation/reports/report-spec.ts';
import { dayText } from '../../src/mediation/statistics/days.ts';
import type { Bench } from '../harness/bench.ts';
import { measure, type Series } from '../harness/measure.ts';
import type { Comparison, FigureLine } from '../harness/report.ts';
import { CATALOGUE, PUBLISHER } from '../mediation/sample.ts';
import { filledFiles } from './parquet-files.ts';
import { daysOf, FIRST_DAY, FULL, hoursOf, type Size, SMALL } from './sizes.ts';
import { filledStore } from './store.ts';
import { watched } from './watched.ts';

const MOST_ROUNDS = 3;
/** Messages that are printed in one turn of the event loop. */
const AT_ONCE = 500;
/** A report may take 1.5 times as long as reading its rows. */
const GOAL = 0.67;

const dateOf = (day: number) => {
  const [year, month, number] = dayText(day).split('-').map(Number);
  return { year: year!, month: month!, day: number! };
};

const METRICS = ['AD_REQUESTS', 'IMPRESSIONS', 'CLICKS', 'ESTIMATED_EARNINGS', 'OBSERVED_ECPM'] as const;

const BY_COUNTRY = 'all days by COUNTRY, AD_SOURCE';
/** Of more days, this report alone is made, and once from each side: one takes minutes. */
const MANY_DAYS = 100;
/** From this number of days on, DuckDB must be so many times as fast by wall time. */
const FASTER = { days: 365, atLeast: 5 };

function specsOf({ days, hours }: Size): Readonly<Record<string, ReportSpec>> {
  const last = FIRST_DAY + days - 1;
  const month = { dateRange: { startDate: dateOf(FIRST_DAY), endDate: dateOf(last) }, metrics: METRICS };
  return {
    'month by DATE': { ...month, dimensions: ['DATE'] },
    'month by DATE, AD_UNIT, AD_SOURCE_INSTANCE': {
      ...month,
      dimensions: ['DATE', 'AD_UNIT', 'AD_SOURCE_INSTANCE'],
    },
    'month by AD_UNIT, AD_SOURCE_INSTANCE, COUNTRY': {
      ...month,
      dimensions: ['AD_UNIT', 'AD_SOURCE_INSTANCE', 'COUNTRY'],
    },
    [BY_COUNTRY]: { ...month, dimensions: ['COUNTRY', 'AD_SOURCE'] },
    'hours of another zone by AD_UNIT': {
      ...month,
      dateRange: { startDate: dateOf(last - Math.ceil(hours / 24)), endDate: dateOf(last) },
      dimensions: ['AD_UNIT'],
      timeZone: 'America/New_York',
    },
  };
}

export const reportsBench: Bench = async ({ rounds, small, days: asked, hours: last, postgres }) => {
  const usual = small ? SMALL : FULL;
  const size = { ...usual, days: asked ?? usual.days, hours: last ?? usual.hours };
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  try {
    const { database, store, statistics, readRows, bytes, close } = await filledStore(folder, size, postgres);
    const end = FIRST_DAY + size.days;
    const publisher = (await store.read((reader) => reader.publisher(PUBLISHER))) as Publisher;
    const clock = () => end * 86_400_000;
    const parts = { store, statistics, catalogue: () => CATALOGUE, reports: reportDeps(), clock };
    const parquet = await filledFiles(database, join(folder, 'parquet'), size);
    const fromFiles = { ...parts, reports: reportDeps(undefined, undefined, parquet) };
    const answered = async (spec: ReportSpec, from = parts) => {
      const report = await makeReport(from, { spec, publisher, ownNetwork: false });
      const hash = createHash('sha256');
      let sent = 0;
      for (const message of messagesOf(report, () => {})) {
        hash.update(JSON.stringify(message));
        sent += 1;
        if (sent % AT_ONCE === 0) await nextTurn();
      }
      if (report.rows.length === 0) throw new Error('the report has no rows');
      return { matching: Number(report.footer.matchingRowCount), digest: hash.digest('hex') };
    };
    const isLong = size.days > MANY_DAYS;
    const specs = Object.entries(specsOf(size)).filter(([name]) => !isLong || name === BY_COUNTRY);
    const days = readRows(daysOf(size));
    const hours = readRows(hoursOf(size));
    const counted = size.adUnits * size.lines * size.countries * size.days;
    const rows = isLong ? { days: counted, hours: 0 } : { days: await days(), hours: await hours() };
    const lines: FigureLine[] = [];
    const sides: Comparison[] = [];
    for (const [name, spec] of specs) {
      const looked = async (from: typeof parts) => {
        let report: Awaited<ReturnType<typeof answered>> | undefined;
        const seen = await watched(async () => {
          report = await answered(spec, from);
        });
        return { ...seen, ...report! };
      };
      const both = { database: await looked(parts), 'Parquet files': await looked(fromFiles) };
      if (both.database.digest !== both['Parquet files'].digest)
        throw new Error(`the reports differ: ${name}`);
      for (const [side, { cost, matching, peak, resident, turn }] of Object.entries(both)) {
        const read = spec.timeZone ? rows.hours : rows.days;
        const figures = [read, matching, cost.wall / 1e6, peak, resident, turn];
        lines.push({ group: side, name, figures: figures.map((figure) => Math.round(figure * 10) / 10) });
      }
      const [ours, other] = [[both['Parquet files'].cost], [both.database.cost]];
      const isGoal = name === BY_COUNTRY && size.days >= FASTER.days;
      const goal = isGoal ? { goal: 'P8', atLeast: FASTER.atLeast, by: 'wall' as const } : {};
      sides.push({ name: `${name}: Parquet files : database`, ours, other, ...goal });
    }
    const reports = Object.fromEntries(specs.map(([name, spec]) => [name, () => answered(spec)]));
    const measured = isLong
      ? {}
      : await measure(
          { 'rows of days': days, 'rows of hours': hours, ...reports },
          Math.min(rounds, MOST_ROUNDS),
        );
    await close();
    parquet.close();
    const costs: Readonly<Record<string, Series>> = measured;
    return {
      title: 'reports: reports beside reading the same rows by SQL',
      unit: 'report',
      notes: [
        `${size.adUnits} ad units × ${size.lines} lines × ${size.countries} countries × ${size.days} days: ${rows.days} rows of days`,
        `${size.hours} hours: ${rows.hours} rows of hours; the database has ${Math.round(bytes / 1e6)} MB`,
        'A report in the time zone of the account reads days; the sums of hours are stored in them. A report in another zone reads hours, which are in no files.',
        `"rows" reads the same rows, and the combinations of dimensions that they name, with ${postgres ? 'pg' : 'better-sqlite3'}; at most ${MOST_ROUNDS} rounds.`,
        '"Parquet files": the report reads days from files by DuckDB. Each report is made once from each side, and both are equal byte for byte.',
      ],
      rows: Object.entries(costs).map(([name, cost]) => ({ group: 'without HTTP', name, cost })),
      comparisons: [
        ...(isLong ? [] : specs).map(([name, { timeZone }]) => ({
          goal: 'P8',
          name: `${name} : rows`,
          ours: costs[name]!,
          other: costs[timeZone ? 'rows of hours' : 'rows of days']!,
          atLeast: GOAL,
          // A report gives way to others, so its wall time depends on them.
          by: 'cpu' as const,
        })),
        ...sides,
      ],
      figures: [
        {
          title: 'what a report takes',
          columns: [
            'rows read',
            'rows of the report',
            'seconds',
            'peak memory of JavaScript, MiB',
            'peak memory of the process, MiB',
            'CPU of the longest turn, ms',
          ],
          lines,
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
