import { access, constants, rm } from 'node:fs/promises';
import { DAY, HOUR } from '../../../conventions/time.ts';
import type { Database } from '../../database.ts';
import { publishersWithStatistics } from '../statistics/feeds.ts';
import type { Duck } from './duckdb.ts';
import { filesOf, isWhole, pathOf } from './files.ts';
import { claimDay, forgetFile, listedFiles, listFile, MADE_AFTER_DAYS, unlistedDays } from './listed-days.ts';
import { filesOfDays } from './make-file.ts';

/** How often files are checked, and days are looked for that are in none. */
const PLAN_EVERY = HOUR;

/** So long after it was first seen that a file is not listed, no report reads it any more, and no process lists it. */
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
  /** Earlier days are being deleted. */
  readonly firstDay: number;
  /** Nothing further is begun when it is true. */
  readonly isOver: () => boolean;
}

type Times = ReadonlyMap<string, number>;

/** Makes the files that are due. Processes that share a database and a folder share the work. */
export function fileMaker({ database, duck, folder, suspects }: Parts) {
  let plannedAt = Number.NEGATIVE_INFINITY;
  let plan: { readonly publisherId: string; readonly days: number[] }[] = [];
  /** By publisher, when each file was first seen that is not listed. */
  const unlisted = new Map<string, Times>();

  /** Deletes the files that have not been listed for long. */
  async function deleteOthers(publisherId: string, listed: ReadonlySet<string>, now: number): Promise<void> {
    const [before, after] = [unlisted.get(publisherId), new Map<string, number>()];
    for await (const path of filesOf(folder, publisherId)) {
      if (listed.has(path)) continue;
      const since = before?.get(path) ?? now;
      if (now - since < UNLISTED_FOR) after.set(path, since);
      else await rm(path, { force: true });
    }
    unlisted.set(publisherId, after);
  }

  /** Forgets files that are missing or broken, and deletes those that are not listed. */
  async function check(publisherId: string, { now, isOver }: FilesRound): Promise<void> {
    const isSuspect = suspects.has(publisherId);
    const whole = new Set<string>();
    for (const listed of await listedFiles(database.reader, publisherId, EVER)) {
      if (isOver()) return;
      const path = pathOf(folder, publisherId, listed);
      if (await isWhole(path, listed, isSuspect)) whole.add(path);
      else await forgetFile(database, publisherId, listed);
    }
    await deleteOthers(publisherId, whole, now);
    if (isSuspect) suspects.delete(publisherId);
  }

  async function makePlan(round: FilesRound): Promise<void> {
    const { now, firstDay, isOver } = round;
    await access(folder, constants.W_OK);
    plan = [];
    const upTo = Math.floor(now / DAY) - MADE_AFTER_DAYS;
    for (const publisherId of await publishersWithStatistics(database.reader)) {
      if (isOver()) return;
      await check(publisherId, round);
      const days = [...(await unlistedDays(database.reader, publisherId, { first: firstDay, last: upTo }))];
      if (days.length > 0) plan.push({ publisherId, days });
    }
    plannedAt = now;
  }

  /** Returns the number of files that were made. */
  return async (round: FilesRound): Promise<number> => {
    const { now, isOver } = round;
    if (suspects.size > 0 || now < plannedAt || now >= plannedAt + PLAN_EVERY) await makePlan(round);
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
