import { readAgain, stopReading } from './reading.ts';

/** Milliseconds of a turn of the event loop after which no further request begins. */
const MOST = 5;

/** After these milliseconds, which heads of requests take too, a turn reads no further connection. */
const MOST_READING = 2 * MOST;

const waiting: (() => void)[] = [];
/** When the first request of this turn arrived. */
let began: number | undefined;

/** Milliseconds of this turn so far. */
function spent(): number {
  if (began !== undefined) return performance.now() - began;
  began = performance.now();
  setImmediate(endTurn);
  return 0;
}

function endTurn(): void {
  began = undefined;
  readAgain();
  runWaiting(performance.now());
}

function runWaiting(since: number): void {
  waiting.shift()?.();
  if (waiting.length === 0) return;
  if (performance.now() - since >= MOST) spent();
  // After everything that the request does without waiting.
  else queueMicrotask(() => process.nextTick(runWaiting, since));
}

/** Runs in a later turn. The waiting requests of all listeners run in order of arrival. */
export function inLaterTurn(request: () => void): void {
  waiting.push(request);
  spent();
}

/** Runs at once if this turn has time left for a request. */
export function inThisTurn(request: () => void): void {
  const time = spent();
  if (time < MOST) request();
  else waiting.push(request);
  if (time > MOST_READING) stopReading();
}
