import { setTimeout } from 'node:timers/promises';
import { purgeLog } from '../../src/audit/index.ts';
import type { AuditStore } from '../../src/audit/ports/log.ts';
import { DAY } from '../../src/conventions/time.ts';
import { fill, type Log, seal, walletEntry } from './log.ts';

/** Milliseconds. */
export type Times = readonly number[];

export interface Measured {
  readonly steps: Times;
  /** Writes by others before the purge, and during it. */
  readonly before: Times;
  readonly during: Times;
}

/** Others that write, each a row after the last one and a pause of milliseconds. */
const WRITERS = 4;
const PAUSE = 10;

/** Writes until the work is done. A wait begins when the write is due, also while the event loop is blocked. */
async function others({ context, clock }: Log, work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  let isDone = false;
  const writeOn = async () => {
    while (!isDone) {
      const due = performance.now() + PAUSE;
      await setTimeout(PAUSE);
      await context.store.write((writer) => writer.record(walletEntry(times.length, clock())));
      times.push(performance.now() - due);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, writeOn));
  try {
    await work();
  } finally {
    isDone = true;
  }
  await writing;
  return times;
}

/** A store that notes how long each step of a purge takes, with its commit and its wait for others. */
function timed(store: AuditStore): { readonly store: AuditStore; readonly times: number[] } {
  const times: number[] = [];
  return {
    times,
    store: {
      read: (use) => store.read(use),
      async write(use) {
        const startedAt = performance.now();
        const value = await store.write(use);
        // The last transaction only finds that nothing is left.
        if (value === true) times.push(performance.now() - startedAt);
        return value;
      },
    },
  };
}

/**
 * Purges a whole log of this number of entries as the server does, but without its pauses between rounds.
 * `settle` is called when the log is filled. `quiet` is how long others write before the purge, in milliseconds.
 */
export async function measurePurge(
  log: Log,
  { entries, quiet, settle }: { entries: number; quiet: number; settle: () => Promise<void> },
): Promise<Measured> {
  const { context, clock } = log;
  await fill(log, entries);
  const { store, times } = timed(context.store);
  const keepSince = clock() - DAY;
  const purge = () => purgeLog({ store, now: clock(), every: DAY, keepSince });
  await purge();
  await seal(log);
  await settle();
  const first = await context.store.read((reader) => reader.sealAfter(0));
  const last = await context.store.read((reader) => reader.lastSeal());
  const before = await others(log, () => setTimeout(quiet));
  let seals = 0;
  const during = await others(log, async () => {
    let purged = -1;
    while (purged !== 0 && seals < last!.number) {
      purged = await purge();
      seals += purged;
    }
  });
  const left = await context.store.read((reader) => reader.sealAfter(0));
  if (!first || left?.number !== first.number + seals || seals === 0)
    throw new Error('the log was not purged');
  return { steps: times, before, during };
}
