import { nextTurn } from '../../conventions/turns.ts';

/** Runs long work in steps, so that other requests are served in between. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
