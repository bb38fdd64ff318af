import { isMeasured, LONGEST_TURN } from '../../support/target.ts';
import { exchange } from './exchange.ts';
import { bytesOf, type FuzzRequest } from './request.ts';
import type { ListenerName, Stage } from './stage.ts';

/** The effect of a request on the server. */
export interface Toll {
  readonly request: FuzzRequest;
  /** Bytes that were sent, and received. */
  readonly sent: number;
  readonly received: number;
  readonly status: number;
  /** The first line of an answer, or in a batch, that reports a server failure. */
  readonly failure: string | undefined;
  /** Milliseconds of processor time in which the server served no other request. */
  readonly stalled: number;
  /** Milliseconds that the slowest parallel health check waited; 0 if there was none. */
  readonly waited: number;
  /** Additional memory of the server, in bytes. */
  readonly memory: number;
}

export interface Limits {
  /** Allowed milliseconds of one stall. */
  readonly stall: number;
  /** Milliseconds that a health check may wait while a request is processed. */
  readonly wait: number;
  /** Additional memory that one request may use, in bytes. */
  readonly memory: number;
  /** Whether health checks run beside each request, and count by the clock. */
  readonly strict: boolean;
}

const HEALTH: FuzzRequest = { listener: 'panels', name: 'health check', method: 'GET', path: '/healthz' };

/** Duration of a health check on a new connection, in milliseconds. */
async function healthCheck({ urls }: Stage, listener: ListenerName): Promise<number> {
  const bytes = bytesOf(HEALTH);
  const start = performance.now();
  await exchange(urls[listener], bytes);
  return performance.now() - start;
}

const CHECKS = 101;

/** Health checks of an idle server. */
export async function quietHealthChecks(stage: Stage) {
  const times: number[] = [];
  for (let count = 0; count < CHECKS; count += 1) times.push(await healthCheck(stage, 'panels'));
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[CHECKS >> 1]!, slowest: sorted.at(-1)! };
}

export type Quiet = Awaited<ReturnType<typeof quietHealthChecks>>;

/**
 * A stall may last 50 ms or, on slower machines, as long as 20 undelayed health checks. While other tests run, ten
 * times as long is allowed.
 */
export const stallLimit = ({ median }: Quiet) => (isMeasured ? 1 : 10) * Math.max(LONGEST_TURN, 20 * median);

/** The same limit in wall time. While other tests run, this time says nothing about the server and is only printed. */
export const waitLimit = (quiet: Quiet) =>
  isMeasured ? Math.max(stallLimit(quiet), 3 * quiet.slowest) : Number.POSITIVE_INFINITY;

/** The slowest health check, in a row of health checks that lasts until `work` is done. */
async function slowestBeside(stage: Stage, listener: ListenerName, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void work.then(over, over);
  let slowest = 0;
  while (!isOver) slowest = Math.max(slowest, await healthCheck(stage, listener));
  return slowest;
}

/** Sends a request and asks the server what it cost. */
export async function tollOf(stage: Stage, request: FuzzRequest, strict: boolean): Promise<Toll> {
  const { target, urls } = stage;
  const bytes = bytesOf(request);
  const { listener, framing, isUnread } = request;
  await target.meter.reset();
  const work = exchange(urls[listener], bytes, { isWhole: framing !== 'long', isUnread });
  const waited = strict ? await slowestBeside(stage, listener, work) : 0;
  const { status, size, failure } = await work;
  const { cpu, peak, before } = await target.meter.read();
  const memory = Math.max(0, peak - before);
  return { request, sent: bytes.length, received: size, status, failure, stalled: cpu, waited, memory };
}

/** The smaller value of each figure, which removes the influence of other processes and of earlier garbage. */
const least = (one: Toll, other: Toll): Toll => ({
  ...one,
  stalled: Math.min(one.stalled, other.stalled),
  waited: Math.min(one.waited, other.waited),
  memory: Math.min(one.memory, other.memory),
});

const isWithin = ({ stalled, waited, memory }: Toll, limits: Limits) =>
  stalled <= limits.stall && waited <= limits.wait && memory <= limits.memory;

const AGAIN = 3;

/**
 * Sends a request. If it costs more than allowed, it is sent three more times and the lowest cost is used, so
 * that other processes cannot make a test fail.
 */
export async function judged(stage: Stage, request: FuzzRequest, limits: Limits): Promise<Toll> {
  let toll = await tollOf(stage, request, limits.strict);
  for (let again = 0; again < AGAIN && !isWithin(toll, limits); again += 1)
    toll = least(toll, await tollOf(stage, request, limits.strict));
  return toll;
}

const MB = 1_000_000;

/** What is wrong with the effect of a request; undefined if nothing is. */
export function faultOf(toll: Toll, limits: Limits): string | undefined {
  const { request, status, failure, stalled, waited, memory } = toll;
  const { listener, shape, name, method, path } = request;
  const told = `${listener}: ${name}: ${method} ${path.slice(0, 200)}`;
  if (failure !== undefined) return `${told} was answered with ${failure}`;
  // A request for much data must be allowed to read it.
  if (status === 403 && shape !== undefined && shape !== 'pipelining') return `${told} was refused`;
  if (stalled > limits.stall) return `${told} stalled the server for ${stalled.toFixed(0)} ms`;
  if (waited > limits.wait) return `${told} made a health check wait ${waited.toFixed(0)} ms`;
  if (memory > limits.memory) return `${told} took ${(memory / MB).toFixed(0)} MB`;
  return undefined;
}
