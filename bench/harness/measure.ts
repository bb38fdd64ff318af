import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What making one took, in microseconds; CPU is that of the whole process that is metered, all threads. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** One cost for each round. */
export type Series = readonly Cost[];

/** Makes one; a promise only where the work is asynchronous, since awaiting costs too. */
export type Work = () => unknown;

/** The process whose CPU counts. */
export interface Meter {
  /** Collects young garbage. */
  collect(): void | Promise<void>;
  /** CPU so far, microseconds. */
  cpu(): number | Promise<number>;
}

/** Fewest runs of one side. */
interface LeastRuns {
  /** Until all of a server that does this work is compiled. */
  readonly warmUp: number;
  readonly sample: number;
}

/** Work that makes several at once. */
export interface Batch {
  readonly makes: number;
  readonly run: Work;
  /** Makes ready what that many runs use up; not measured. */
  readonly prepare?: (runs: number) => Promise<void>;
  /** Where so few fit into the usual time that they would say little. */
  readonly leastRuns?: LeastRuns;
  /** This process when left out; another one where it serves what runs here. */
  readonly meter?: Meter;
}

export type Side = Work | Batch;

const batchOf = (side: Side): Batch => (typeof side === 'function' ? { makes: 1, run: side } : side);

interface Lengths {
  /** How long one sample of one side takes, about. */
  readonly sample: number;
  /** How long each side runs before the first round. */
  readonly warmUp: number;
}

/** Milliseconds. */
const LENGTHS: Lengths = { sample: 40, warmUp: 150 };
/**
 * A server in a process of its own takes longer until all of it is compiled, and costs more right after a pause than
 * when it goes on working.
 */
const TIMES_OF_SERVERS: Lengths = { sample: 10, warmUp: 6 };
const ONCE: Lengths = { sample: 1, warmUp: 1 };
/** One round says nothing of speed; it shows that all sides run. */
const TRIAL: Lengths = { sample: 1, warmUp: 1 };

const ONE_RUN: LeastRuns = { warmUp: 1, sample: 1 };

setFlagsFromString('--expose-gc');
const collect: (options: { readonly type: 'minor' }) => void = runInNewContext('gc');

export const THIS_PROCESS = {
  collect: () => collect({ type: 'minor' }),
  cpu(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
} satisfies Meter;

/** Time in which other threads end what they still do for the side before: marking garbage, compiling. */
const PAUSE = 10;

/**
 * Runs what asks another process, without ever sleeping meanwhile: to wake this process would count as work of the
 * other, and costs a virtual machine as much as a small answer does.
 */
async function awake(work: () => Promise<void>): Promise<void> {
  let isDone = false;
  const turn = () => {
    if (!isDone) setImmediate(turn);
  };
  turn();
  try {
    await work();
  } finally {
    isDone = true;
  }
}

/** Young garbage of others is collected before; that of these runs is part of their cost. */
async function sample({ makes, run, prepare, meter = THIS_PROCESS }: Batch, runs: number): Promise<Cost> {
  await prepare?.(runs);
  await meter.collect();
  await setTimeout(PAUSE);
  const before = await meter.cpu();
  const startedAt = performance.now();
  const runAll = async () => {
    for (let left = runs; left > 0; left--) {
      const result = run();
      if (result instanceof Promise) await result;
    }
  };
  await (meter === THIS_PROCESS ? runAll() : awake(runAll));
  await meter.collect();
  const wall = performance.now() - startedAt;
  const cpu = (await meter.cpu()) - before;
  const made = runs * makes;
  return { cpu: cpu / made, wall: (wall * 1000) / made };
}

/** Runs the work until it is warm; answers how many runs make one sample. */
async function runsPerSample(batch: Batch, lengths: Lengths, least: LeastRuns): Promise<number> {
  const times = batch.meter ? TIMES_OF_SERVERS : ONCE;
  const [warmUp, length] = [lengths.warmUp * times.warmUp, lengths.sample * times.sample];
  let runs = 1;
  for (;;) {
    const run = (await sample(batch, runs)).wall * batch.makes;
    if (run * runs >= warmUp * 500 && runs * 2 >= least.warmUp) {
      return Math.max(Math.ceil((length * 1000) / run), least.sample);
    }
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
    const least = rounds > 1 && batch.leastRuns ? batch.leastRuns : ONE_RUN;
    ready.push({ name, batch, runs: await runsPerSample(batch, lengths, least), costs: [] as Cost[] });
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < ready.length; turn++) {
      const { batch, runs, costs } = ready[(round + turn) % ready.length]!;
      costs.push(await sample(batch, runs));
    }
  }
  return Object.fromEntries(ready.map(({ name, costs }) => [name, costs])) as unknown as Record<Name, Series>;
}
