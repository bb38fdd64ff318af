import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What making one took, in microseconds; CPU is that of the whole process, all threads. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** One cost for each round. */
export type Series = readonly Cost[];

/** Makes one; a promise only where the work is asynchronous, since awaiting costs too. */
export type Work = () => unknown;

/** Work that makes several at once. */
export interface Batch {
  readonly makes: number;
  readonly run: Work;
}

type Side = Work | Batch;

const batchOf = (side: Side): Batch => (typeof side === 'function' ? { makes: 1, run: side } : side);

interface Lengths {
  /** How long one sample of one side takes, about. */
  readonly sample: number;
  /** How long each side runs before the first round. */
  readonly warmUp: number;
}

/** Milliseconds. */
const LENGTHS: Lengths = { sample: 40, warmUp: 150 };
/** One round says nothing of speed; it shows that all sides run. */
const TRIAL: Lengths = { sample: 1, warmUp: 1 };

setFlagsFromString('--expose-gc');
const collect: (options: { readonly type: 'minor' }) => void = runInNewContext('gc');

/** Time in which other threads end what they still do for the side before: marking garbage, compiling. */
const PAUSE = 10;

/** Young garbage of others is collected before; that of these runs is part of their cost. */
async function sample({ makes, run }: Batch, runs: number): Promise<Cost> {
  collect({ type: 'minor' });
  await setTimeout(PAUSE);
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (let left = runs; left > 0; left--) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  collect({ type: 'minor' });
  const { user, system } = process.cpuUsage(before);
  const made = runs * makes;
  return { cpu: (user + system) / made, wall: ((performance.now() - startedAt) * 1000) / made };
}

/** Runs the work until it is warm; answers how many runs make one sample. */
async function runsPerSample(batch: Batch, lengths: Lengths): Promise<number> {
  let runs = 1;
  for (;;) {
    const run = (await sample(batch, runs)).wall * batch.makes;
    if (run * runs >= lengths.warmUp * 500) return Math.ceil((lengths.sample * 1000) / run);
    runs *= 2;
  }
}

/** Round by round one sample of every side, each round beginning with another side: whatever disturbs, disturbs all. */
export async function measure<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  rounds: number,
): Promise<Readonly<Record<Name, Series>>> {
  const lengths = rounds > 1 ? LENGTHS : TRIAL;
  const ready = [];
  for (const [name, side] of Object.entries<Side>(sides)) {
    const batch = batchOf(side);
    ready.push({ name, batch, runs: await runsPerSample(batch, lengths), costs: [] as Cost[] });
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < ready.length; turn++) {
      const { batch, runs, costs } = ready[(round + turn) % ready.length]!;
      costs.push(await sample(batch, runs));
    }
  }
  return Object.fromEntries(ready.map(({ name, costs }) => [name, costs])) as unknown as Record<Name, Series>;
}
