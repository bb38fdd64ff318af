import { STATUS_CODES } from 'node:http';
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

/**
 * The bytes of an answer to a batch. Requests are done one after the other, each when the answer to the one before it
 * is on its way: no more than one answer is in memory.
 */
export async function* answersOf(
  requests: readonly BatchedRequest[],
  boundary: string,
  dispatch: (request: BatchedRequest) => Promise<BatchedAnswer>,
): AsyncGenerator<Buffer> {
  for (const request of requests) {
    const answer = await dispatch(request);
    yield Buffer.concat([Buffer.from(headOf(request, answer, boundary)), answer.payload, LINE_END]);
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
