import { sha256 } from './node-crypto.ts';
import type { AuditReader, AuditStore, AuditWriter } from './ports/log.ts';
import type { Seal } from './ports/seals.ts';
import { type AnnouncedPurge, announcedIn, LOG_KIND } from './purged-part.ts';
import { statementOf } from './statement.ts';

/** Seals whose entries one round purges, each in a transaction of its own; the next round continues. */
const PER_ROUND = 50;

interface PurgeDeps {
  readonly store: AuditStore;
  readonly now: number;
  /** Minimum time between two announcements, in milliseconds. */
  readonly every: number;
  /** Entries from this time on are kept, in milliseconds since the epoch. Legal holds may keep more. */
  readonly keepSince: number;
}

/** Read in each transaction, so that nothing is deleted that a new hold covers. */
const keptSince = async (reader: AuditReader, { keepSince }: PurgeDeps): Promise<number> =>
  Math.min(keepSince, (await reader.heldSince()) ?? keepSince);

const sealedAt = (seal: Seal): number => Date.parse(statementOf(seal).sealTime);

interface State {
  readonly first: Seal | undefined;
  readonly last: Seal | undefined;
  readonly announced: (AnnouncedPurge & { readonly changeId: string }) | undefined;
}

const NEWEST = { limit: 1, sort: { by: 'id', descending: true } } as const;
const ANNOUNCEMENTS = { subject: 'retention', subjectId: LOG_KIND, event: 'announce' } as const;

/** Without announcements of far later times, which a wrong clock made: no seal confirms them before these times. */
async function stateOf(reader: AuditReader, { now, every }: PurgeDeps): Promise<State> {
  const [entry] = await reader.listEntries(NEWEST, { ...ANNOUNCEMENTS, before: now + every }, 'full');
  const announced = entry && announcedIn(entry);
  return {
    first: await reader.sealAfter(0),
    last: await reader.lastSeal(),
    announced: entry && announced && { ...announced, changeId: entry.changeId },
  };
}

/** The last seal that is older than `before`, and that later proofs can begin with. Never the newest seal. */
async function lastBefore(reader: AuditReader, { first, last }: State, before: number) {
  if (!first || !last) return undefined;
  let [low, high]: [number, number] = [first.number, last.number];
  let found: Seal | undefined;
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    const seal = await reader.sealAfter(middle - 1);
    if (seal && sealedAt(seal) < before) [low, found] = [middle, seal];
    else high = middle;
  }
  return found && statementOf(found).tree && found.edge ? found : undefined;
}

/** Announces which entries will be purged. Several processes may call it; one of them writes the entry. */
async function announce(deps: PurgeDeps, before: State): Promise<void> {
  const { store, now } = deps;
  await store.write(async (writer) => {
    const state = await stateOf(writer, deps);
    if (state.announced?.changeId !== before.announced?.changeId) return;
    const seal = await lastBefore(writer, state, await keptSince(writer, deps));
    if (!seal) return;
    const after = {
      seal: seal.number,
      head: sha256(seal.statement),
      before: statementOf(seal).sealTime,
    };
    await writer.record({
      subject: 'retention',
      subjectId: LOG_KIND,
      event: 'announce',
      actor: { kind: 'deadline' },
      details: { after },
      at: now,
    });
  });
}

/** Deletes the entries of the next seal. The last step writes an entry about the whole purge. */
async function purgeNext(writer: AuditWriter, deps: PurgeDeps): Promise<boolean> {
  const { first, announced } = await stateOf(writer, deps);
  const next = first && (await writer.sealAfter(first.number));
  if (!next || !announced || next.number > announced.seal) return false;
  if (sealedAt(next) >= (await keptSince(writer, deps))) return false;
  await writer.purgeBefore(next);
  if (next.number < announced.seal) return true;
  const { seal, before } = announced;
  await writer.record({
    subject: 'retention',
    subjectId: LOG_KIND,
    event: 'purge',
    actor: { kind: 'deadline' },
    details: { after: { seal, before } },
    at: deps.now,
  });
  return true;
}

const isDue = ({ announced }: State, { now, every }: PurgeDeps): boolean =>
  !announced || now - announced.at >= every;

/**
 * Purges the entries of the oldest seals; resolves with the number of seals whose entries were deleted. The last of
 * these seals stays, because verification begins there. Any process may call it at any time.
 */
export async function purgeLog(deps: PurgeDeps): Promise<number> {
  const { store } = deps;
  const state = await store.read((reader) => stateOf(reader, deps));
  const { first, last, announced } = state;
  if (!first || !last) return 0;
  const isOpen = announced !== undefined && first.number < announced.seal;
  if (!isOpen) {
    if (isDue(state, deps)) await announce(deps, state);
    return 0;
  }
  // Nothing is deleted before a seal confirms the announcement.
  if (statementOf(last).lastChangeId < announced.changeId) return 0;
  let purged = 0;
  while (purged < PER_ROUND && (await store.write((writer) => purgeNext(writer, deps)))) purged += 1;
  return purged;
}
