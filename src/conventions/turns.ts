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
