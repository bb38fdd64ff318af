import { Slices } from '../../conventions/turns.ts';

/** Runs a generator to its end. After each slice of a few milliseconds, other requests have their turn. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const slices = new Slices();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slices.over) await slices.next();
  }
}
