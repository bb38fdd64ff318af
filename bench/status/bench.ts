import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { measure, THIS_PROCESS } from '../harness/measure.ts';
import { type Lists, listsIn } from './lists.ts';
import { msoSides } from './msos.ts';

/** 5 million holders with 30 MSOs each, in lists of 2^20 entries. */
const LISTS = 143;
const SMALL = 2;

/** Share of entries that are revoked. */
const SHARE = 0.01;

/** Status may add 5 % to the processor time of an MSO. */
const LEAST = 0.95;

/** Longest turn of the event loop, in milliseconds. */
const LONGEST_TURN = 50;

/** Publications of all lists take seconds and differ little. */
const MOST_PUBLICATIONS = 3;

/** Processor time of this thread in milliseconds, which other processes do not change. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Processor time of the longest turn of the event loop while the work is done, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, isDone] = [threadTime(), 0, false];
  const turn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return longest;
}

/** Publishes all lists. */
async function publication({ publisher }: Lists, count: number) {
  const before = THIS_PROCESS.cpu();
  const startedAt = performance.now();
  const published = await publisher.publishNow();
  const cpu = (THIS_PROCESS.cpu() - before) / 1e6;
  const wall = (performance.now() - startedAt) / 1000;
  if (published !== count) throw new Error(`${published} of ${count} lists were published`);
  return { cpu, wall, turn: await longestTurn(publisher.publishNow) };
}

export const statusBench: Bench = async ({ rounds, small }) => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
  const count = small ? SMALL : LISTS;
  const lists = await listsIn(join(folder, 'lists'), count, SHARE);
  // Requests of MSOs write to a database of their own, so that their lists are not published with the full ones.
  const others = await listsIn(join(folder, 'msos'), 0, SHARE);
  try {
    await lists.publisher.publishNow();
    const whole = await publication(lists, count);
    const bytes = await lists.requireWhole();
    const sides = await msoSides(others);
    const publications = await measure(
      {
        publish: { makes: count, run: () => lists.publisher.publishNow() },
        limit: lists.limit,
      },
      Math.min(rounds, MOST_PUBLICATIONS),
    );
    const msos = await measure(sides, rounds);
    return {
      title: 'status: one status list that is published, and one MSO with and without status',
      unit: 'list/MSO',
      notes: [
        `${count} lists of 2^20 entries, ${SHARE * 100}% of them revoked: ${(bytes / 1e6).toFixed(2)} MB of tokens, each verified and compared.`,
        'The limit of a list is deflate at the best level and one signature. MSOs are opened, signed, sealed and stored in SQLite, ten in a request.',
      ],
      rows: [
        { group: 'publication of one list', name: 'diptych', cost: publications.publish },
        { group: 'publication of one list', name: 'limit: deflate and sign', cost: publications.limit },
        { group: 'one MSO in a request of 10 encrypted keys', name: 'without status', cost: msos.without },
        { group: 'one MSO in a request of 10 encrypted keys', name: 'with status', cost: msos.withStatus },
        { group: 'one MSO in a request of 10 encrypted keys', name: 'its entry alone', cost: msos.entry },
      ],
      comparisons: [
        { name: 'publish a list : limit', ours: publications.publish, other: publications.limit },
        {
          goal: 'P11',
          name: 'MSO with status : without',
          ours: msos.withStatus,
          other: msos.without,
          atLeast: LEAST,
        },
      ],
      figures: [
        {
          title: `publication of all ${count} lists`,
          columns: ['seconds', 'CPU seconds', 'CPU ms of the longest turn'],
          lines: [
            {
              group: 'at once',
              name: 'diptych',
              figures: [whole.wall, whole.cpu, whole.turn],
              bound: { goal: 'P5', column: 2, atMost: LONGEST_TURN },
            },
          ],
        },
      ],
    };
  } finally {
    await lists.close();
    await others.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
