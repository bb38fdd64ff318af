const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Waits before a step that takes much processor time. Each turn of the event loop runs one such step, in order of
 * arrival, so that a long batch does not block other requests. {@link nextStep} is for short steps.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** Milliseconds of work after which other requests have their turn. */
const SLICE = 5;

/** Immediates of one turn, and the short steps that each of them resumes. */
const IMMEDIATES = 2;
const STEPS_AT_ONCE = 8;

const steps: (() => void)[] = [];
/** Immediates of this turn that have not run yet. */
let left = 0;
let turnBegan = 0;

function scheduleSteps(): void {
  left = IMMEDIATES;
  for (let immediate = 0; immediate < IMMEDIATES; immediate += 1) setImmediate(resumeSteps);
}

/** Before the next immediate, Node runs what these steps do without waiting. */
function resumeSteps(): void {
  if (left === IMMEDIATES) turnBegan = performance.now();
  left -= 1;
  if (performance.now() - turnBegan < SLICE) for (const resume of steps.splice(0, STEPS_AT_ONCE)) resume();
  if (left === 0 && steps.length > 0) scheduleSteps();
}

/**
 * Like {@link nextTurn}, for steps of much less than a millisecond, such as a signature with a key in this process. A turn
 * runs up to 16 of them and begins none after 5 ms, so that batches of several requests end together and share a commit.
 */
export function nextStep(): Promise<void> {
  return new Promise((resolve) => {
    steps.push(resolve);
    if (left === 0 && steps.length === 1) scheduleSteps();
  });
}

/** When this turn asked for the first time; undefined before. */
let askedAt: number | undefined;

/**
 * Whether this turn of the event loop has run for its time, counted from the first call in it. A caller that gets true
 * waits for {@link nextStep} and calls again.
 */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (askedAt !== undefined) return now - askedAt >= SLICE;
  askedAt = now;
  setImmediate(() => {
    askedAt = undefined;
  });
  return false;
}

/** Goes on in a later turn if this one has run for its time. Between steps that each take some milliseconds at once. */
export async function freshTurn(): Promise<void> {
  while (isTurnOver()) await nextStep();
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

/** Runs long work in steps, so that other requests are served in between. Throws when the signal is aborted. */
export async function inTurns<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await freshTurn();
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Waits for the next turn of the event loop if the work since the last one took long; undefined if it did not. */
export type Pause = () => Promise<void> | undefined;

/** Divides one piece of work, such as a large snapshot, so that it blocks no other request. */
export function newPause(): Pause {
  const slices = new Slices();
  return () => (slices.over ? slices.next() : undefined);
}
