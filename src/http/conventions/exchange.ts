import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import {
  checkIfMatch,
  type EntityTags,
  fieldsCompiler,
  gather,
  matchesTag,
  messageJson,
  type Projection,
  parseEntityTags,
  type Query,
  readSystemParameters,
  type Schema,
  type SystemParameters,
} from '../../conventions/index.ts';
import { printInTurns, takesLong } from '../../conventions/print-list.ts';
import { jsonBody } from './body.ts';
import { anyFields, queryOf } from './query.ts';
import { JSON_TYPE } from './status-answer.ts';

/** The parts of a request that a method reads. */
export interface SentAnswer {
  /** All parameters, including system parameters. */
  readonly query: Query;
  /** Undefined without a body. */
  readonly body: unknown;
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/** The parts of a request that decide the form of the answer. */
interface Wishes {
  readonly parameters: SystemParameters;
  readonly project: Projection;
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

const USUAL: SystemParameters = { prettyPrint: true, errorFormat: 2 };

/** If the URL has no parameters, the header cannot contradict a parameter. */
function systemParameters(query: Query, { headers }: FastifyRequest): SystemParameters {
  return query.size === 0 ? USUAL : readSystemParameters(query, (name) => headers[name]?.toString());
}

const compile = fieldsCompiler();

/**
 * Reads and checks a request. `prepare` checks the rules of the method and returns a function that executes
 * it. All problems with the shape of a request are reported together. Throws StatusError.
 */
export function received<Work>(
  request: FastifyRequest,
  query: Query,
  response: Schema,
  prepare: (sent: SentAnswer) => Work,
): Wishes & { readonly work: Work } {
  const { headers } = request;
  const body = jsonBody(request);
  let ifMatch: EntityTags | undefined;
  let ifNoneMatch: EntityTags | undefined;
  const { parameters, project, work } = gather({
    parameters: () => systemParameters(query, request),
    project: () => compile(response, anyFields(query, request)),
    conditions: () => {
      ifMatch = parseEntityTags('If-Match', headers['if-match']);
      ifNoneMatch = parseEntityTags('If-None-Match', headers['if-none-match']);
    },
    work: () => prepare({ query, body, ifMatch, ifNoneMatch }),
  });
  return { parameters, project, ifMatch, ifNoneMatch, work };
}

const PRIVATE = 'private';
const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': PRIVATE };

const READS = new Set(['GET', 'HEAD']);

/** Length of a text that is sent in a turn of its own, in code units: a millisecond. */
const LONG_TEXT = 262_144;

/** Sends a resource in the requested form. Its `etag` is also sent as a header. */
async function answered(
  { method }: FastifyRequest,
  reply: FastifyReply,
  resource: object,
  { parameters, project, ifMatch, ifNoneMatch }: Wishes,
): Promise<FastifyReply> {
  const { etag } = resource as { readonly etag?: string };
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (READS.has(method)) {
      checkIfMatch(ifMatch, etag);
      if (ifNoneMatch && matchesTag(ifNoneMatch, etag))
        return reply.code(304).header('cache-control', PRIVATE).send();
    }
  }
  const { prettyPrint } = parameters;
  const text = takesLong(resource, project)
    ? await printInTurns(resource, project, prettyPrint)
    : messageJson(project(resource) as object, prettyPrint);
  // Node encodes the text when it is sent: for megabytes as much work as printing them.
  if (text.length > LONG_TEXT) await nextTurn();
  return reply.headers(HEADERS).send(text);
}

/** A Fastify handler for a method that answers with one resource. */
export function conventionalHandler(
  response: Schema,
  prepare: (request: FastifyRequest, sent: SentAnswer) => () => Promise<object>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const query = await queryOf(request);
    const asked = received(request, query, response, (sent) => prepare(request, sent));
    return answered(request, reply, await asked.work(), asked);
  };
}
