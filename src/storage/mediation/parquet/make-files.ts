import { access } from 'node:fs/promises';
import { DAY, HOUR } from '../../../conventions/time.ts';
import type { Database } from '../../database.ts';
import { publishersWithStatistics } from '../statistics/feeds.ts';
import type { Duck } from './duckdb.ts';
import { deleteOthers, isWhole, pathOf } from './files.ts';
import { claimDay, forgetFile, listedFiles, listFile, MADE_AFTER_DAYS, unlistedDays } from './listed-days.ts';
import { filesOfDays } from './make-file.ts';

/** How often files are checked, and days are looked for that are in none. */
const PLAN_EVERY = HOUR;

/** Until then a report may read a file that is no longer listed, and a process may list a new one. */
const UNLISTED_FOR = HOUR;

const EVER = { first: -1_000_000, last: 1_000_000 };

interface Parts {
  readonly database: Database;
  readonly duck: Duck;
  readonly folder: string;
  readonly suspects: Set<string>;
}

export interface FilesRound {
  readonly now: number;
  /** No further file is begun when it is true. */
  readonly isOver: () => boolean;
}

/** Makes the files that are due. Processes that share a database and a folder share the work. */
export function fileMaker({ database, duck, folder, suspects }: Parts) {
  let plannedAt = Number.NEGATIVE_INFINITY;
  let plan: { readonly publisherId: string; readonly days: number[] }[] = [];

  /** Forgets files that are missing or broken, and deletes those that are not listed. */
  async function check(publisherId: string, now: number): Promise<void> {
    const isSuspect = suspects.has(publisherId);
    const whole = new Set<string>();
    for (const listed of await listedFiles(database.reader, publisherId, EVER)) {
      const path = pathOf(folder, publisherId, listed);
      if (await isWhole(path, listed, isSuspect)) whole.add(path);
      else await forgetFile(database, publisherId, listed);
    }
    await deleteOthers(folder, publisherId, whole, now - UNLISTED_FOR);
    suspects.delete(publisherId);
  }

  async function makePlan(now: number): Promise<void> {
    // A folder that is not mounted is not one whose files are missing.
    await access(folder);
    plan = [];
    const upTo = Math.floor(now / DAY) - MADE_AFTER_DAYS;
    for (const publisherId of await publishersWithStatistics(database.reader)) {
      await check(publisherId, now);
      const days = [...(await unlistedDays(database.reader, publisherId, upTo))];
      if (days.length > 0) plan.push({ publisherId, days });
    }
    plannedAt = now;
  }

  /** Returns the number of files that were made. */
  return async ({ now, isOver }: FilesRound): Promise<number> => {
    if (suspects.size > 0 || now < plannedAt || now >= plannedAt + PLAN_EVERY) await makePlan(now);
    let made = 0;
    for (let next = plan[0]; next !== undefined && !isOver(); next = plan[0]) {
      const { publisherId, days } = next;
      const session = await duck.session();
      try {
        const fileOf = filesOfDays({ database, session, folder }, publisherId);
        for (let day = days[0]; day !== undefined && !isOver(); day = days[0]) {
          days.shift();
          const change = await claimDay(database, publisherId, day, now);
          if (change === undefined) continue;
          if (await listFile(database, publisherId, change, await fileOf(day))) made += 1;
        }
      } finally {
        session.connection.closeSync();
      }
      if (days.length === 0) plan.shift();
    }
    return made;
  };
}
