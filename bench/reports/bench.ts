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
import { measure } from '../harness/measure.ts';
import { CATALOGUE, PUBLISHER } from '../mediation/sample.ts';
import { daysOf, FIRST_DAY, FULL, hoursOf, type Size, SMALL } from './sizes.ts';
import { filledStore } from './store.ts';
import { type Watched, watched } from './watched.ts';

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
    const { store, statistics, readRows, bytes, close } = await filledStore(folder, size, postgres);
    const end = FIRST_DAY + size.days;
    const publisher = (await store.read((reader) => reader.publisher(PUBLISHER))) as Publisher;
    const clock = () => end * 86_400_000;
    const parts = { store, statistics, catalogue: () => CATALOGUE, reports: reportDeps(), clock };
    const answered = async (spec: ReportSpec) => {
      const report = await makeReport(parts, { spec, publisher, ownNetwork: false });
      let length = 0;
      let sent = 0;
      for (const message of messagesOf(report, () => {})) {
        length += JSON.stringify(message).length;
        sent += 1;
        if (sent % AT_ONCE === 0) await nextTurn();
      }
      if (length === 0 || report.rows.length === 0) throw new Error('the report has no rows');
      return report;
    };
    const days = readRows(daysOf(size));
    const hours = readRows(hoursOf(size));
    const rows = { days: await days(), hours: await hours() };
    const specs = specsOf(size);
    const figures: [string, Watched, number, number][] = [];
    for (const [name, spec] of Object.entries(specs)) {
      let matching = 0;
      const seen = await watched(async () => {
        matching = Number((await answered(spec)).footer.matchingRowCount);
      });
      figures.push([name, seen, spec.timeZone ? rows.hours : rows.days, matching]);
    }
    const sides = Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [name, () => answered(spec)]),
    );
    const measured = await measure(
      { 'rows of days': days, 'rows of hours': hours, ...sides },
      Math.min(rounds, MOST_ROUNDS),
    );
    await close();
    const costs = measured as Readonly<Record<string, (typeof measured)['rows of days']>>;
    return {
      title: 'reports: reports beside reading the same rows by SQL',
      unit: 'report',
      notes: [
        `${size.adUnits} ad units × ${size.lines} lines × ${size.countries} countries × ${size.days} days: ${rows.days} rows of days`,
        `${size.hours} hours: ${rows.hours} rows of hours; the database has ${Math.round(bytes / 1e6)} MB`,
        'A report in the time zone of the account reads days; the sums of hours are stored in them. A report in another zone reads hours.',
        `"rows" reads the same rows, and the combinations of dimensions that they name, with ${postgres ? 'pg' : 'better-sqlite3'}; at most ${MOST_ROUNDS} rounds.`,
      ],
      rows: Object.entries(costs).map(([name, cost]) => ({ group: 'without HTTP', name, cost })),
      comparisons: Object.entries(specs).map(([name, { timeZone }]) => ({
        goal: 'P8',
        name: `${name} : rows`,
        ours: costs[name]!,
        other: costs[timeZone ? 'rows of hours' : 'rows of days']!,
        atLeast: GOAL,
        // A report gives way to others, so its wall time depends on them.
        by: 'cpu' as const,
      })),
      figures: [
        {
          title: 'what a report takes',
          columns: ['rows read', 'rows of the report', 'peak memory, MiB', 'CPU of the longest turn, ms'],
          lines: figures.map(([name, { peak, turn }, read, matching]) => ({
            group: 'without HTTP',
            name,
            figures: [read, matching, Math.round(peak), Math.round(turn)],
          })),
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
