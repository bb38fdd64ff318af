/** How many times more than usual a bounded test repeats; set TEST_RUNS to raise it. */
const FACTOR = Math.max(1, Number(process.env.TEST_RUNS ?? 1) || 1);

export function runs(usual: number): number {
  return Math.round(usual * FACTOR);
}

/** For fast-check: the same cases every time, and more of them on request. */
export function property(usual: number) {
  return { numRuns: runs(usual), seed: 20_261_120, endOnFailure: FACTOR === 1 };
}
