import { randomUUID } from 'node:crypto';
import type { AdSource, ResponseOf } from '../../../mediation/contract/index.ts';
import { dayBoundsOf } from '../../../mediation/reports/report-days.ts';
import { closedDaysProblem } from '../../../mediation/statistics/place-row.ts';
import { EXIT } from '../../exit.ts';
import { notice, print, progress, SILENT } from '../../output.ts';
import type { MediationOptions, MediationSession } from '../connection.ts';
import { pickSource, titlesOf } from '../find/sources.ts';
import { batchesOf } from './batches.ts';
import { coverageText, coveredUnits } from './coverage.ts';
import type { ImportOptions } from './import-options.ts';
import type { Profile } from './profile.ts';
import { type Materials, rowsOf } from './rows.ts';
import { tableText } from './table.ts';
import { unitFinder } from './units.ts';

/** Why the server takes no rows of a day in the time zone of the account. */
function dayProblem(timeZone: string, now: number) {
  const problems = new Map<string, string | undefined>();
  return (date: string): string | undefined => {
    if (!problems.has(date)) {
      const [bounds] = dayBoundsOf(date, date, timeZone);
      const problem = bounds && closedDaysProblem(bounds, now);
      problems.set(date, problem && `${date} ${problem}; such days cannot be imported`);
    }
    return problems.get(date);
  };
}

/** Finds the ad source of names, of which the first that the server has counts. Each is looked up once. */
function sourceFinder(sources: readonly AdSource[]): Materials['adSourceId'] {
  const ids = new Map<string, string>();
  return (names) => {
    const [first = ''] = names;
    const known = ids.get(first);
    if (known !== undefined) return known;
    const name = names.find((each) => sources.some(({ title }) => title === each)) ?? first;
    const { adSourceId = '' } = pickSource(sources, name);
    ids.set(first, adSourceId);
    return adSourceId;
  };
}

interface Plan {
  readonly rows: number;
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly adSources: readonly string[];
  /** What the file covers. */
  readonly covers: string;
}

/** What an import replaces, before it does. */
function planText(source: string, { rows, days, firstDay, lastDay, adSources, covers }: Plan): string {
  const range = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return `${rows} rows replace what ${source} sent for ${covers}, of ${adSources.join(', ')}, on ${days} ${days === 1 ? 'day' : 'days'} (${range})`;
}

interface Rejected {
  readonly line: number;
  readonly reason: string;
}

/** A file, and how it is read. */
interface Given {
  readonly path: string;
  readonly profile: Profile;
  /** Of the account. */
  readonly timeZone: string;
  readonly currency: string;
}

/** Checks all rows of the file, then sends them. */
export async function importRows(
  session: MediationSession,
  { path, profile, timeZone, currency }: Given,
  options: ImportOptions & MediationOptions,
): Promise<void> {
  const { source, covers = 'ad-unit', again, dryRun } = options;
  const on = await session.account();
  const inventory = await session.live.inventory();
  const sources = await session.live.adSources();
  const { rows, encoding, separator } = rowsOf(path, profile, {
    dayProblem: dayProblem(timeZone, Date.now()),
    adUnitId: unitFinder(inventory),
    adSourceId: sourceFinder(sources),
    currency,
  });
  const salt = again ? randomUUID() : '';
  const units = coveredUnits(rows, inventory, covers);
  const batches = batchesOf(rows, { source, timeZone, salt, units, isWhole: covers === 'account' });
  const days = [...new Set(batches.map(({ date }) => date))];
  const titles = titlesOf(sources);
  const plan: Plan = {
    rows: rows.length,
    days: days.length,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    adSources: [...new Set(rows.map(({ adSourceId }) => titles.get(adSourceId) ?? adSourceId))].sort(),
    covers: coverageText(units, inventory, covers),
  };
  notice(`${path} is read as ${tableText({ encoding, separator })}`, options);
  if (rows.length > 0) notice(planText(source, plan), options);
  const shown = options.json || dryRun ? SILENT : progress();
  const rejected: Rejected[] = [];
  let [accepted, duplicates] = [0, 0];
  for (const { date, body, rows: sent } of dryRun ? [] : batches) {
    shown.at(date);
    // A batch counts once, so it may be repeated like a read.
    const request = {
      method: 'POST',
      path: `/v1beta/${on}/statistics:ingest`,
      body,
      isRead: true,
    } as const;
    const { body: answer } = await session.api.request<ResponseOf<'accounts.statistics.ingest'>>(request);
    accepted += answer.accepted ?? 0;
    if (answer.duplicate) duplicates += 1;
    for (const { index = 0, reason = '' } of answer.rejected ?? [])
      rejected.push({ line: sent[index]?.line ?? 0, reason });
  }
  shown.end();
  const answer = { ...plan, encoding, separator, batches: batches.length, accepted, duplicates, rejected };
  print(answer, options, () =>
    dryRun
      ? `dry run: ${rows.length} rows of ${days.length} days can be sent`
      : [
          `${accepted} of ${rows.length} rows of ${days.length} days are stored`,
          ...(duplicates > 0 ? [`${duplicates} of ${batches.length} batches had been stored before`] : []),
          ...rejected.map(({ line, reason }) => `line ${line}: ${reason}`),
        ].join('\n'),
  );
  if (rejected.length > 0) process.exitCode = EXIT.failed;
}
