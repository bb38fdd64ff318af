import { readAgain, stopReading } from './reading.ts';

/** Milliseconds of a turn of the event loop after which no further request begins. */
const MOST = 5;

/** Milliseconds after that, which heads of requests take too, until a turn reads no further connection. */
const MOST_READING = 5;

const waiting: (() => void)[] = [];
/**
 * Requests begin at once within {@link MOST} of this time. It moves on only when a request comes later, so that a busy server
 * schedules one immediate for many requests.
 */
let began = 0;
/** When the first request of this turn had to wait; undefined if none had to. */
let endsSince: number | undefined;

function endThisTurn(now: number): void {
  if (endsSince !== undefined) return;
  endsSince = now;
  setImmediate(beginTurn);
}

function beginTurn(): void {
  endsSince = undefined;
  began = performance.now();
  readAgain();
  runWaiting(began);
}

function runWaiting(since: number): void {
  waiting.shift()?.();
  if (waiting.length === 0) return;
  const now = performance.now();
  if (now - since >= MOST) endThisTurn(now);
  // After everything that the request does without waiting.
  else queueMicrotask(() => process.nextTick(runWaiting, since));
}

/** Runs in a later turn. The waiting requests of all listeners run in order of arrival. */
export function inLaterTurn(request: () => void): void {
  waiting.push(request);
  endThisTurn(performance.now());
}

/** Whether this turn has time left for a request. If not, it has to wait by {@link inLaterTurn}. */
export function hasTime(): boolean {
  const now = performance.now();
  if (now - began < MOST) return true;
  if (endsSince !== undefined && now - endsSince > MOST_READING) stopReading();
  return false;
}
