import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '../../../mediation/contract/index.ts';
import { dayBoundsOf } from '../../../mediation/reports/calendar.ts';
import { closedWhy } from '../../../mediation/statistics/open-days.ts';
import { EXIT } from '../../exit.ts';
import { print, progress, SILENT } from '../../output.ts';
import type { Desk, MediationOptions } from '../connection.ts';
import { adUnitId, inventoryOf } from '../find/inventory.ts';
import { adSourcesOf, pickSource } from '../find/sources.ts';
import { batchesOf } from './batches.ts';
import type { ImportOptions } from './import-options.ts';
import type { Profile } from './profile.ts';
import { type Materials, rowsOf } from './rows.ts';

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

/** A file, and how it is read. */
interface Given {
  readonly path: string;
  readonly profile: Profile;
  /** Of the account. */
  readonly timeZone: string;
}

/** Checks all rows of the file, then sends them. */
export async function importRows(
  desk: Desk,
  { path, profile, timeZone }: Given,
  options: ImportOptions & MediationOptions,
): Promise<void> {
  const { source, again, dryRun } = options;
  const on = await desk.account();
  const rows = rowsOf(path, profile, await materialsOf(desk, timeZone));
  const salt = again ? randomUUID() : '';
  const batches = batchesOf(rows, { source, timeZone, salt });
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
