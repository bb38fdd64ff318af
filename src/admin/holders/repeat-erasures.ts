import { StatusError } from '../../conventions/status.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { Erasure, ErasureJournal } from '../../keys/holder-keys/erasures.ts';
import { type ErasingDeps, eraseOne } from './erase-holder.ts';

/** Erasures of several processes at the same time may be noted in another order than they were stored. */
const LAST = 100;

/** Several, because the newest one was perhaps written by a clock that was behind. */
const NEWEST = { limit: 10, sort: { by: 'id', descending: true } } as const;
const REPEATED = { subject: 'erasures', subjectId: 'journal', event: 'repeat' } as const;

/** Erasures that an earlier start looked for in this database, because its audit log lacks them. */
async function repeatedBefore(reader: OperatorReader): Promise<ReadonlySet<string>> {
  const entries = await reader.listEntries(NEWEST, REPEATED, 'full');
  const lists = entries.map(
    ({ details }) => (details?.after ?? {}) as { readonly erasureIds?: readonly string[] },
  );
  return new Set(lists.flatMap(({ erasureIds = [] }) => erasureIds));
}

interface Missing {
  /** Of the last erasures, those that the audit log lacks: of after a backup, or purged by retention. */
  readonly erasureIds: readonly string[];
  /** Whether an earlier start looked for all of them in this database. */
  readonly isDone: boolean;
}

function missingIn({ store, clock }: ErasingDeps, erasures: readonly Erasure[]): Promise<Missing> {
  const now = clock();
  return store.read(async (reader) => {
    const erasureIds: string[] = [];
    for (const { erasureId } of erasures.slice(-LAST))
      if (!(await reader.lastChange('holder', erasureId, now))) erasureIds.push(erasureId);
    if (erasureIds.length === 0) return { erasureIds, isDone: true };
    const repeated = await repeatedBefore(reader);
    return { erasureIds, isDone: erasureIds.every((id) => repeated.has(id)) };
  });
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
 * after their erasure stay. An entry in the audit log names the erasures that the log lacked, so that the next start
 * need not read all holders again. Returns the number of holders.
 */
export async function repeatErasures(deps: ErasingDeps, journal: ErasureJournal): Promise<number> {
  const erasures = journal.list();
  const { erasureIds, isDone } = await missingIn(deps, erasures);
  if (isDone) return 0;
  const times = new Map<string, number>();
  for (const { digest, at } of erasures) times.set(digest, Math.max(at, times.get(digest) ?? at));
  const repeated: { readonly id: string; readonly since: number }[] = [];
  for await (const { holderId, createdAt } of allHolders(deps)) {
    const at = times.get(journal.digestOf(holderId)) ?? -1;
    if (createdAt <= at && !(await isHeldSince(deps, holderId, at)))
      repeated.push({ id: holderId, since: at });
  }
  let erased = 0;
  for (const { id, since } of repeated) {
    try {
      // Noted with its first time: who was imported again after that must be left if a newer database is restored.
      await eraseOne(deps, id, { kind: 'start' }, since);
      erased += 1;
    } catch (error) {
      // Another process that starts has just erased it.
      if (!(error instanceof StatusError)) throw error;
    }
  }
  // In the database, so that another older one is looked through as well; at the end, so that a crash repeats all.
  const entry = {
    ...REPEATED,
    actor: { kind: 'start' },
    details: { after: { erasureIds, erased } },
  } as const;
  await deps.store.write((writer) => writer.record({ ...entry, at: deps.clock() }));
  return erased;
}
