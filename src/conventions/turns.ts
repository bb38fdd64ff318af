const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Waits before a step that takes much processor time, such as a signature. Each turn of the event loop runs
 * one such step, in order of arrival, so that a long batch does not block other requests.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** Milliseconds of work after which other requests have their turn. */
const SLICE = 5;

/** The most steps in one turn. */
const MOST_STEPS = 16;

const steps: (() => void)[] = [];
/** Number of steps of the next turn. */
let together = 1;
/** The steps of this turn: their number, and when they began. */
let current: { readonly began: number; readonly number: number } | undefined;

function scheduleSteps(): void {
  setImmediate(runSteps);
  setImmediate(afterSteps);
}

function runSteps(): void {
  const next = steps.splice(0, together);
  current = { began: performance.now(), number: next.length };
  for (const goOnWithStep of next) goOnWithStep();
}

/** Node runs this after everything that the steps did without waiting. */
function afterSteps(): void {
  const { began, number } = current!;
  current = undefined;
  const inTime = Math.floor((SLICE * number) / (performance.now() - began));
  together = Math.max(1, Math.min(Math.max(together, 2 * number), inTime, MOST_STEPS));
  if (steps.length > 0) scheduleSteps();
}

/**
 * Like {@link nextTurn}, for steps of much less than a millisecond: a turn runs several of them, so that batches of several
 * requests end together and share a commit. The time that the steps took in the last turn limits their number.
 */
export function nextStep(): Promise<void> {
  return new Promise((resolve) => {
    steps.push(resolve);
    if (steps.length === 1 && current === undefined) scheduleSteps();
  });
}

/** Cuts a loop of many short steps into turns of the event loop, by the time that they take. */
export class Slices {
  #began = performance.now();

  /** Whether the turn has taken long enough. Ask after each step, and then wait for `next`. */
  get over(): boolean {
    return performance.now() - this.#began >= SLICE;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
