import { StatusError } from '../../conventions/status.ts';
import type { Erasure, ErasureJournal } from '../../keys/holder-keys/erasures.ts';
import { type ErasingDeps, eraseOne } from './erase-holder.ts';

/** Erasures of several processes at the same time may be noted in another order than they were stored. */
const LAST = 100;

/** Whether the audit log has the last erasures. */
async function knowsAll({ store, clock }: ErasingDeps, erasures: readonly Erasure[]): Promise<boolean> {
  const now = clock();
  for (const { erasureId } of erasures.slice(-LAST))
    if (!(await store.read((reader) => reader.lastChange('holder', erasureId, now)))) return false;
  return true;
}

const PAGE = 500;

async function* allHolders({ store }: ErasingDeps) {
  for (let after = ''; ; ) {
    const page = await store.read((reader) => reader.holdersBehind(after, PAGE));
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.holderId ?? '';
  }
}

/** Whether a legal hold was placed after the erasure was asked for: then the erasure failed, and must not be repeated. */
async function isHeldSince({ store }: ErasingDeps, holderId: string, at: number): Promise<boolean> {
  const holds = await store.read(async (reader) => {
    const holder = await reader.holder(holderId);
    return holder ? reader.holdsOn(holder) : [];
  });
  return holds.some(({ placedAt }) => placedAt > at);
}

/**
 * After an older database was restored: erases again who was erased after its time. Holders that were imported again
 * after their erasure stay. Returns the number of holders.
 */
export async function repeatErasures(deps: ErasingDeps, journal: ErasureJournal): Promise<number> {
  const erasures = journal.list();
  if (erasures.length === 0 || (await knowsAll(deps, erasures))) return 0;
  const times = new Map(erasures.map(({ digest, at }) => [digest, at]));
  const ids: string[] = [];
  for await (const { holderId, createdAt } of allHolders(deps)) {
    const at = times.get(journal.digestOf(holderId)) ?? -1;
    if (createdAt <= at && !(await isHeldSince(deps, holderId, at))) ids.push(holderId);
  }
  let erased = 0;
  for (const id of ids) {
    try {
      await eraseOne(deps, id, { kind: 'start' });
      erased += 1;
    } catch (error) {
      // Another process that starts has just erased it.
      if (!(error instanceof StatusError)) throw error;
    }
  }
  return erased;
}
