import type { CallOptions } from '../../../client/client.ts';

/**
 * Asks the server, and does the work meanwhile: to load the parser and to read a configuration file takes longer than a server
 * that is near needs to answer. If the work fails, nobody waits for the answer.
 */
export async function askAhead<Answer, Result>(
  ask: (sending: CallOptions) => Promise<Answer>,
  work: (answer: Promise<Answer>) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const sent = Promise.withResolvers<void>();
  const answer = ask({ signal: end.signal, onSent: sent.resolve });
  // The work waits for it, so what is wrong with the file is reported first.
  const settled = answer.catch(() => undefined);
  try {
    await Promise.race([sent.promise, settled]);
    return await work(answer);
  } finally {
    end.abort();
  }
}
