import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchedRequest } from './parts.ts';

export interface BatchedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly payload: Buffer;
}

/** Of the connection, which is that of the batch. */
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

/** Bytes of answers in one batch after which nothing more of it is done. */
export const MOST_ANSWERED = 32 * 1024 * 1024;

/**
 * The bytes of an answer to a batch. Requests are done one after the other, each when the answer to the one before it
 * is on its way: no more than one answer is in memory. Others have their turns between them. When the answers are more
 * than a batch may have, the remaining requests are refused instead of done.
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
    answered += answer.payload.length;
    yield Buffer.concat([Buffer.from(headOf(request, answer, boundary)), answer.payload, LINE_END]);
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
