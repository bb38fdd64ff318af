import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Cost of one unit of work in microseconds. CPU is that of all threads of the measured process. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** The cost in each round. */
export type Series = readonly Cost[];

/** Does the work once. It returns a promise only if the work is asynchronous, because awaiting has a cost. */
export type Work = () => unknown;

/** Reads the CPU time of the measured process. */
export interface Meter {
  /** Collects the young generation of the garbage collector. */
  collect(): void | Promise<void>;
  /** CPU time used so far, in microseconds. */
  cpu(): number | Promise<number>;
}

/** Minimum number of runs of one side. */
interface LeastRuns {
  /** Enough runs that the server has compiled all code of this work. */
  readonly warmUp: number;
  readonly sample: number;
}

/** One run makes several units of work. */
export interface Batch {
  readonly makes: number;
  readonly run: Work;
  /** Prepares the input of this number of runs; not measured. */
  readonly prepare?: (runs: number) => Promise<void>;
  /** For slow work, of which too few runs fit into the usual sample time. */
  readonly leastRuns?: LeastRuns;
  /** The process that does the work, if it is not this one. */
  readonly meter?: Meter;
}

export type Side = Work | Batch;

const batchOf = (side: Side): Batch => (typeof side === 'function' ? { makes: 1, run: side } : side);

interface Lengths {
  /** Approximate length of one sample of one side. */
  readonly sample: number;
  /** How long each side warms up before the first round. */
  readonly warmUp: number;
}

/** In milliseconds. */
const LENGTHS: Lengths = { sample: 40, warmUp: 150 };
/**
 * A separate server process takes longer to compile all its code. Directly after a pause its work costs more
 * than in continuous operation.
 */
const TIMES_OF_SERVERS: Lengths = { sample: 10, warmUp: 6 };
const ONCE: Lengths = { sample: 1, warmUp: 1 };
/** A trial has one round. It only shows that all sides run and says nothing about speed. */
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

/** Waits until other threads have finished their work for the previous side, such as marking and compiling. */
const PAUSE = 10;

/**
 * Runs work in another process without sleeping. Waking this process would count as work of the other one,
 * and on a virtual machine costs as much as a small answer.
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

/** Garbage from before the sample is collected first. Garbage of the sample is part of its cost. */
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

/** Runs the work until it is warm. Returns the number of runs in one sample. */
async function runsPerSample(batch: Batch, lengths: Lengths, least: LeastRuns): Promise<number> {
  const times = batch.meter ? TIMES_OF_SERVERS : ONCE;
  const [warmUp, length] = [lengths.warmUp * times.warmUp, lengths.sample * times.sample];
  let runs = 1;
  let fastest = Number.POSITIVE_INFINITY;
  for (;;) {
    const run = (await sample(batch, runs)).wall * batch.makes;
    // A full collection of garbage in the last warm-up would make every sample so short that it measures nothing else.
    fastest = Math.min(fastest, run);
    if (run * runs >= warmUp * 500 && runs * 2 >= least.warmUp) {
      return Math.max(Math.ceil((length * 1000) / fastest), least.sample);
    }
    runs *= 2;
  }
}

/**
 * In each round, takes one sample of every side. Each round starts with another side, so that disturbances
 * affect all sides.
 */
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
