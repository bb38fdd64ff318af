import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import type { Projection, Schema } from '../../conventions/index.ts';
import { received, type SentAnswer } from './exchange.ts';
import { queryOf } from './query.ts';
import { JSON_TYPE } from './status-answer.ts';

/** Messages to send, all of which are computed. */
interface Messages extends Iterable<object> {
  /** Called when all were sent, or when the client has gone. */
  release(): void;
}

interface Form {
  readonly project: Projection;
  readonly prettyPrint: boolean;
  /** Whether each message is a line (https://github.com/ndjson/ndjson-spec) instead of an element of an array. */
  readonly isLines: boolean;
}

/** Size of a chunk, in code units: some milliseconds. */
const CHUNK = 65_536;

/** Clients of others expect the comma of the array on a line of its own. The next chunk is made when it is asked for. */
async function* printed(messages: Messages, { project, prettyPrint, isLines }: Form): AsyncGenerator<string> {
  const indent = prettyPrint && !isLines ? 2 : undefined;
  let text = isLines ? '' : '[';
  let before = '';
  for (const message of messages) {
    text += `${before}${JSON.stringify(project(message), null, indent)}\n`;
    if (!isLines) before = ',\n';
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
    await nextTurn();
  }
  yield isLines ? text : `${text}]\n`;
}

async function* joined(begun: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}

const LINES_TYPE = 'application/x-ndjson';

const asksForLines = (accept: string) =>
  accept.split(',').some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === LINES_TYPE);

/** What a method reads that answers with a sequence of messages. */
interface StreamSent extends SentAnswer {
  /** Aborted when the client has gone before its answer. */
  readonly signal: AbortSignal;
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** A Fastify handler for a method that answers with a sequence of messages. */
export function streamingHandler(
  response: Schema,
  prepare: (request: FastifyRequest, sent: StreamSent) => () => Promise<Messages>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const query = await queryOf(request);
    const signal = goneSignal(reply);
    const { parameters, project, work } = received(request, query, response, (sent) =>
      prepare(request, { ...sent, signal }),
    );
    let messages: Messages;
    try {
      messages = await work();
    } catch (error) {
      // Nobody gets an answer, and the method has not failed.
      if (signal.aborted) return reply.hijack();
      throw error;
    }
    const isLines = asksForLines(request.headers.accept ?? '');
    const { prettyPrint } = parameters;
    const chunks = printed(messages, { project, prettyPrint, isLines });
    const [first, second] = [await chunks.next(), await chunks.next()];
    reply
      .header('content-type', isLines ? `${LINES_TYPE}; charset=UTF-8` : JSON_TYPE)
      .header('cache-control', 'private');
    // A short answer has a length.
    if (first.done || second.done) return reply.send(first.value);
    const stream = Readable.from(joined([first.value, second.value], chunks), { objectMode: false });
    stream.once('close', () => messages.release());
    return reply.send(stream);
  };
}
