import { EXIT, endWith } from '../exit.ts';
import { print } from '../output.ts';
import { AdminRefusal, AwaitsApproval } from './client.ts';

interface Each<Answer> {
  readonly ids: readonly string[];
  readonly json?: boolean | undefined;
  readonly call: (id: string) => Promise<Answer>;
  readonly told: (answer: Answer, id: string) => string;
  /** What --json prints of an answer. */
  readonly shown: (answer: Answer) => unknown;
}

/** What the server refused, as it said it. */
function errorOf({ body, message }: AdminRefusal): unknown {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  return error ?? { message };
}

/**
 * The same to each of several, one after the other; a refusal ends none of the others. Ends with 1 when one was refused,
 * else with 4 when one waits for a second person.
 */
export async function forEach<Answer>({ ids, json, call, told, shown }: Each<Answer>): Promise<void> {
  const results: object[] = [];
  try {
    for (const id of ids) {
      try {
        const answer = await call(id);
        results.push({ id, answer: shown(answer) });
        if (!json) process.stdout.write(`${told(answer, id)}\n`);
      } catch (error) {
        if (error instanceof AdminRefusal) {
          results.push({ id, error: errorOf(error) });
          endWith(EXIT.failed);
        } else if (error instanceof AwaitsApproval) {
          results.push({ id, approval: error.approval });
          endWith(EXIT.awaited);
        } else throw error;
        if (!json) process.stderr.write(`diptych: ${id}: ${error.message}\n`);
      }
    }
  } finally {
    // Also when the server is gone in between: prints what was done.
    if (json) print({ results }, { json }, () => '');
  }
}
