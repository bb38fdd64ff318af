import { freshTurn, nextTurn } from '../../conventions/turns.ts';

/** Runs long work in steps, so that other requests are served in between. Throws when the signal is aborted. */
export async function inTurns<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    await freshTurn();
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
