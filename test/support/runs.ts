/** Factor for the number of repetitions in a property test; TEST_RUNS sets it. */
const FACTOR = Number(process.env.TEST_RUNS ?? 1);
if (!(FACTOR > 0)) throw new Error(`TEST_RUNS is ${process.env.TEST_RUNS}: set a number above 0`);

/** A number for fast-check in a quick test, which draws other cases in each run: `{ numRuns: runs(500) }`. */
export function runs(usual: number): number {
  return Math.ceil(usual * FACTOR);
}

/** Options for fast-check in a test that takes seconds: the same cases in every run, and more of them on request. */
export function property(usual: number) {
  return { numRuns: runs(usual), seed: 20_261_120, endOnFailure: FACTOR <= 1 };
}
