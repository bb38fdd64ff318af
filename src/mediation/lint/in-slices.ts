/** So long may other requests wait. */
const SLICE = 10;

const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs a generator to its end. After each slice of a few milliseconds, other requests have their turn. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let start = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - start < SLICE) continue;
    await otherWork();
    start = performance.now();
  }
}
