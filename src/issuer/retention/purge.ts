import type { LogWriter } from '../../audit/ports/log.ts';
import { RunAll } from '../../conventions/run-all.ts';
import type { Store } from '../../conventions/store.ts';
import { DAY, MINUTE } from '../../conventions/time.ts';
import type { RequestWriter } from '../ports/requests.ts';
import {
  PURGED_KINDS,
  type PurgedKind,
  type PurgeReader,
  type PurgeState,
  type PurgeStep,
  type PurgeStepResult,
  type PurgeWriter,
} from '../ports/retention.ts';

/** Rows that one transaction looks at, so that other writes do not wait long. */
const PER_WRITE = 250;

/** Rows of one kind that one round deletes; the next round continues. */
const PER_ROUND = 25_000;

/** Time after which another process continues a purge whose process ended. */
const LEASE = 10 * MINUTE;

/** A purge begins so long after the one before it. */
const EVERY = DAY;

interface RetentionWriter extends PurgeReader, PurgeWriter, RequestWriter, LogWriter {}

type Purge = (writer: RetentionWriter, step: PurgeStep) => Promise<PurgeStepResult>;

const PURGES: Readonly<Record<PurgedKind, Purge>> = {
  requests: (writer, step) => writer.purgeRequests(step),
  codes: (writer, step) => writer.purgeCodes(step),
  approvals: (writer, step) => writer.purgeApprovals(step),
};

interface PurgeDeps {
  readonly store: Pick<Store<PurgeReader, RetentionWriter>, 'write'>;
  readonly now: number;
  /** How long each kind is kept, in milliseconds. */
  readonly keptFor: Readonly<Record<PurgedKind, number>>;
}

const stateOf = async (writer: RetentionWriter, kind: PurgedKind): Promise<PurgeState> =>
  (await writer.purgeStates()).find((state) => state.kind === kind) ?? { kind, dueAt: 0, soFar: 0 };

/** Claims the purge of a kind, so that only one of several processes does it. */
function claim({ store, now }: PurgeDeps, kind: PurgedKind): Promise<boolean> {
  return store.write(async (writer) => {
    const state = await stateOf(writer, kind);
    // A time that is further away was stored with a wrong clock.
    if (now < state.dueAt && state.dueAt <= now + EVERY) return false;
    await writer.savePurgeState({ ...state, dueAt: now + LEASE });
    return true;
  });
}

/** Deletes the next rows, and counts them in the same transaction: the process may end before the purge does. */
function purgeNext({ store }: PurgeDeps, kind: PurgedKind, step: PurgeStep): Promise<PurgeStepResult> {
  return store.write(async (writer) => {
    const result = await PURGES[kind](writer, step);
    if (result.purged === 0) return result;
    const state = await stateOf(writer, kind);
    await writer.savePurgeState({ ...state, soFar: state.soFar + result.purged });
    return result;
  });
}

/** Stores that the purge came to its end, with one entry in the audit log if it deleted anything. */
async function finish({ store, now }: PurgeDeps, kind: PurgedKind, before: number) {
  await store.write(async (writer) => {
    const { soFar: rows } = await stateOf(writer, kind);
    await writer.savePurgeState({ kind, dueAt: now + EVERY, soFar: 0, doneAt: now });
    if (rows === 0) return;
    const after = { before: new Date(before).toISOString(), rows };
    const event = { subject: 'retention', subjectId: kind, event: 'purge' } as const;
    await writer.record({ ...event, actor: { kind: 'deadline' }, details: { after }, at: now });
  });
}

async function purgeKind(deps: PurgeDeps, kind: PurgedKind): Promise<number> {
  const { store, now, keptFor } = deps;
  if (!(await claim(deps, kind))) return 0;
  const before = now - keptFor[kind];
  let purged = 0;
  for (let after = ''; purged < PER_ROUND; ) {
    const { purged: count, last } = await purgeNext(deps, kind, { before, after, limit: PER_WRITE });
    purged += count;
    if (last === undefined) {
      await finish(deps, kind, before);
      return purged;
    }
    after = last;
  }
  await store.write(async (writer) =>
    writer.savePurgeState({ ...(await stateOf(writer, kind)), dueAt: now }),
  );
  return purged;
}

/** Deletes rows whose time has passed, once a day; returns their numbers. Any process may call it at any time. */
export async function purgeKinds(deps: PurgeDeps): Promise<Readonly<Record<PurgedKind, number>>> {
  const purged = { requests: 0, codes: 0, approvals: 0 };
  const round = new RunAll();
  for (const kind of PURGED_KINDS) purged[kind] = (await round.part(() => purgeKind(deps, kind))) ?? 0;
  round.end();
  return purged;
}
