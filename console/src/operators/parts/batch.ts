import { isWaiting, type Waiting } from '../../api/client.ts';

export interface BatchResult {
  readonly id: string;
  readonly outcome: 'done' | 'waits' | 'failed';
  readonly problem?: string;
  readonly waiting?: Waiting;
}

/** The results of a request, in the order of its items. */
interface Answer {
  readonly results: readonly { readonly error?: { readonly message: string } }[];
}

/** How items are sent: so many in a request at most. */
export interface BatchCall {
  readonly most: number;
  send(ids: readonly string[]): Promise<Answer | Waiting>;
}

/** Where there is no method for several items. */
export const oneByOne = (run: (id: string) => Promise<unknown>): BatchCall => ({
  most: 1,
  async send([id = '']) {
    const answer = await run(id);
    return isWaiting(answer) ? answer : { results: [{}] };
  },
});

const failed = (id: string, problem: string): BatchResult => ({ id, outcome: 'failed', problem });

async function sent(ids: readonly string[], { send }: BatchCall): Promise<readonly BatchResult[]> {
  const answer = await send(ids);
  if (isWaiting(answer)) return ids.map((id) => ({ id, outcome: 'waits', waiting: answer }));
  return ids.map((id, index) => {
    const error = answer.results[index]?.error;
    return error ? failed(id, error.message) : { id, outcome: 'done' };
  });
}

/** Runs an action on each item in order. A failure does not stop the others. */
export async function runBatch(
  ids: readonly string[],
  call: BatchCall,
  onProgress: (done: number) => void,
  stops: (error: unknown) => boolean,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (let at = 0; at < ids.length; at += call.most) {
    const part = ids.slice(at, at + call.most);
    try {
      results.push(...(await sent(part, call)));
    } catch (error) {
      if (stops(error)) break;
      const problem = error instanceof Error ? error.message : String(error);
      results.push(...part.map((id) => failed(id, problem)));
    }
    onProgress(results.length);
  }
  return results;
}
