import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchedRequest } from './parts.ts';

export interface BatchedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly payload: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** Headers of the connection, which carries the whole batch. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** `<id>` as `<response-id>`. */
const answerId = (contentId: string) => contentId.replace(/^(<?)/, '$1response-');

function headOf({ contentId }: BatchedRequest, { status, headers }: BatchedAnswer, boundary: string): string {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  return [
    `--${boundary}`,
    'Content-Type: application/http',
    ...(contentId === undefined ? [] : [`Content-ID: ${answerId(contentId)}`]),
    '',
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...kept.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
}

const LINE_END = Buffer.from('\r\n');

/** After this many bytes of answers, the rest of a batch is refused. */
export const MOST_ANSWERED = 32 * 1024 * 1024;

/**
 * The bytes of the answer to a batch. The requests are executed one after the other, each after the previous
 * answer was sent. So only one answer is in memory, and other requests are served in between. If the answers
 * exceed the limit of a batch, the remaining requests are refused.
 */
export async function* answersOf(
  requests: readonly BatchedRequest[],
  boundary: string,
  dispatch: (request: BatchedRequest) => Promise<BatchedAnswer>,
  refuse: () => BatchedAnswer,
): AsyncGenerator<Buffer> {
  let answered = 0;
  for (const request of requests) {
    await nextTurn();
    const answer = answered < MOST_ANSWERED ? await dispatch(request) : refuse();
    yield Buffer.from(headOf(request, answer, boundary));
    for await (const chunk of answer.payload) {
      answered += chunk.length;
      yield chunk;
    }
    yield LINE_END;
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
