import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '../../../mediation/contract/index.ts';
import { dayBoundsOf } from '../../../mediation/reports/calendar.ts';
import { closedWhy } from '../../../mediation/statistics/open-days.ts';
import { EXIT } from '../../exit.ts';
import { print, progress, SILENT } from '../../output.ts';
import type { Desk, MediationOptions } from '../connection.ts';
import { adUnitId, inventoryOf } from '../find/inventory.ts';
import { adSourcesOf, pickSource } from '../find/sources.ts';
import { batchesOf } from '../statistics/batches.ts';
import { profileOf, type Source } from '../statistics/profile.ts';
import { type Materials, rowsOf } from '../statistics/rows.ts';

export interface Options {
  readonly source: Source;
  readonly profile?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}

/** A name is looked up once, because a file has the same ones in thousands of lines. */
function once(look: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? look(name);
    known.set(name, found);
    return found;
  };
}

/** Why the server takes no rows of a day in the time zone of the account. */
function dayProblem(timeZone: string, now: number) {
  const problems = new Map<string, string | undefined>();
  return (date: string): string | undefined => {
    if (!problems.has(date)) {
      const [bounds] = dayBoundsOf(date, date, timeZone);
      const why = bounds && closedWhy(bounds, now);
      problems.set(date, why && `${date} ${why}; such days cannot be imported`);
    }
    return problems.get(date);
  };
}

async function materialsOf(desk: Desk, timeZone: string): Promise<Materials> {
  const inventory = await inventoryOf(desk);
  const sources = await adSourcesOf(desk);
  return {
    dayProblem: dayProblem(timeZone, Date.now()),
    adUnitId: once((name) => adUnitId(inventory, name)),
    adSourceId: once((name) => pickSource(sources, name).adSourceId ?? ''),
  };
}

interface Rejected {
  readonly line: number;
  readonly reason: string;
}

export async function importStatistics(
  desk: Desk,
  options: Options & MediationOptions,
  path = '',
): Promise<void> {
  const { source, again, dryRun } = options;
  const profile = profileOf(source, options.profile);
  const on = await desk.account();
  const { reportingTimeZone = 'UTC' } = await desk.api.call('accounts.get', { on });
  const rows = rowsOf(path, profile, await materialsOf(desk, reportingTimeZone));
  const salt = again ? randomUUID() : '';
  const batches = batchesOf(rows, { source, timeZone: reportingTimeZone, salt });
  const shown = options.json || dryRun ? SILENT : progress();
  const rejected: Rejected[] = [];
  let [accepted, duplicates] = [0, 0];
  for (const { date, body, rows: sent } of dryRun ? [] : batches) {
    shown.at(date);
    // A batch counts once, so it may be repeated like a read.
    const request = {
      method: 'POST',
      path: `v1beta/${on}/statistics:ingest`,
      body,
      isRead: true,
    } as const;
    const answer = await desk.api.send<ResponseOf<'accounts.statistics.ingest'>>(request);
    accepted += answer.accepted ?? 0;
    if (answer.duplicate) duplicates += 1;
    for (const { index = 0, reason = '' } of answer.rejected ?? [])
      rejected.push({ line: sent[index]?.line ?? 0, reason });
  }
  shown.end();
  const days = new Set(batches.map(({ date }) => date)).size;
  print({ rows: rows.length, days, batches: batches.length, accepted, duplicates, rejected }, options, () =>
    dryRun
      ? `dry run: ${rows.length} rows of ${days} days can be sent`
      : [
          `${accepted} of ${rows.length} rows of ${days} days are stored`,
          ...(duplicates > 0 ? [`${duplicates} of ${batches.length} batches had been stored before`] : []),
          ...rejected.map(({ line, reason }) => `line ${line}: ${reason}`),
        ].join('\n'),
  );
  if (rejected.length > 0) process.exitCode = EXIT.failed;
}
