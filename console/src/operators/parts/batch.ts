import { isWaiting, type Waiting } from '../../api/client.ts';

export interface BatchResult {
  readonly id: string;
  readonly outcome: 'done' | 'waits' | 'failed';
  readonly problem?: string;
  readonly waiting?: Waiting;
}

/** Runs an action on each item in order. A failure does not stop the others. */
export async function runEach(
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
  stops: (error: unknown) => boolean,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (const id of ids) {
    try {
      const answer = await run(id);
      results.push(isWaiting(answer) ? { id, outcome: 'waits', waiting: answer } : { id, outcome: 'done' });
    } catch (error) {
      if (stops(error)) break;
      results.push({
        id,
        outcome: 'failed',
        problem: error instanceof Error ? error.message : String(error),
      });
    }
    onProgress(results.length);
  }
  return results;
}
