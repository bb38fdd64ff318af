import { ApiError, AwaitsApproval } from '../../client/errors.ts';
import { EXIT, endWith } from '../exit.ts';
import { print, writeError, writeText } from '../output.ts';

interface Each<Answer> {
  readonly ids: readonly string[];
  readonly json?: boolean | undefined;
  readonly call: (id: string) => Promise<Answer>;
  readonly text: (answer: Answer, id: string) => string | Promise<string>;
  /** The part of an answer that --json prints. */
  readonly shown: (answer: Answer) => unknown;
}

/** The refusal as the server sent it. */
function errorOf({ body, message }: ApiError): unknown {
  const { error } = (body ?? {}) as { readonly error?: unknown };
  return error ?? { message };
}

/**
 * Calls the method for several ids, one after the other, and continues after a refusal. Exits with 1 if any
 * was refused, otherwise with 4 if any waits for a second person.
 */
export async function callForEach<Answer>({ ids, json, call, text, shown }: Each<Answer>): Promise<void> {
  const results: object[] = [];
  try {
    for (const id of ids) {
      try {
        const answer = await call(id);
        results.push({ id, answer: shown(answer) });
        if (!json) writeText(`${await text(answer, id)}\n`);
      } catch (error) {
        if (error instanceof ApiError) {
          results.push({ id, error: errorOf(error) });
          endWith(EXIT.failed);
        } else if (error instanceof AwaitsApproval) {
          results.push({ id, approval: error.approval });
          endWith(EXIT.awaited);
        } else throw error;
        if (!json) writeError(`diptych: ${id}: ${error.message}\n`);
      }
    }
  } finally {
    // Prints the results so far, even if the server stops in between.
    if (json) print({ results }, { json }, () => '');
  }
}
