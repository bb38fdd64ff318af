import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { fieldsCompiler, type Projection, type Schema } from '../../conventions/index.ts';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
  operationPath,
  SMALL_BODY,
} from '../../issuer/contract/index.ts';
import { loggedBody } from '../../issuer/logged-body.ts';
import type { IssuerPanel } from '../../issuer/panel.ts';
import { requestIdOf } from '../../issuer/request-checks.ts';
import {
  decodeInTurns,
  fieldsOf,
  gzipAnswers,
  refusal,
  refuseCutOff,
  urlQuery,
} from '../conventions/index.ts';
import { elapsed } from '../listener.ts';
import type { Throttle } from '../throttle.ts';
import {
  bodyBytes,
  checkMediaType,
  parseBody,
  readBodiesAsBytes,
  readUnadmitted,
  refuseRepeatedMembers,
} from './body.ts';
import type { Caller, CallerCheck } from './callers/caller.ts';
import { canBeDecoded } from './decodable-urls.ts';
import { HEADERS, type IssuerExchange, type ObserveIssuer, refused } from './exchange.ts';

const compile = fieldsCompiler();

const whole: Projection = (answer) => answer;

/**
 * The part of an answer that `fields` selects; the whole answer if `fields` is not supported. Throws
 * INVALID_FIELD_SELECTION, INVALID_SYSTEM_PARAMETER.
 */
function partOf(isServed: boolean) {
  if (!isServed) return () => whole;
  return (operation: OperationName, request: FastifyRequest): Projection =>
    compile(OPERATIONS[operation].response as Schema, fieldsOf(urlQuery(request.url), request));
}

interface IssuerPluginOptions {
  readonly panel: IssuerPanel;
  readonly observe: ObserveIssuer;
  readonly checkCaller: CallerCheck;
  readonly throttle: Throttle;
  /** Whether the parameter `fields` is supported, which selects members of the answer. */
  readonly fields: boolean;
}

function bodyIfReadable(request: FastifyRequest): unknown {
  try {
    return parseBody(request);
  } catch {
    return undefined;
  }
}

/** `POST {base_url}/v1/vdc/<operation>`, with its own error format. Nothing here affects other plugins. */
export async function issuerPlugin(instance: FastifyInstance, options: IssuerPluginOptions): Promise<void> {
  const { panel, observe, checkCaller, throttle, fields } = options;
  const part = partOf(fields);
  const callers = new WeakMap<FastifyRequest, Caller>();
  // Authentication comes before everything else, for every path and method.
  instance.addHook('onRequest', async (request) => {
    try {
      callers.set(request, await checkCaller(request.raw));
    } catch (error) {
      await readUnadmitted(request);
      throw error;
    }
    refuseCutOff(request);
  });
  readBodiesAsBytes(instance);
  gzipAnswers(instance);

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: IssuerExchange['operation'],
    error: unknown,
  ): FastifyReply => {
    const body = bodyIfReadable(request);
    const exchange = {
      operation,
      admitted: callers.has(request),
      requestId: requestIdOf(body),
      bodyBytes: bodyBytes(request),
      ...(operation !== 'unknown' && { received: loggedBody(operation, body) }),
      milliseconds: elapsed(request),
    };
    const { status, headers, text } = refused(observe, exchange, error, request.id);
    return reply.code(status).headers(headers).send(text);
  };

  const operate = (operation: OperationName) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { id: caller } = callers.get(request) as Caller;
      await throttle('issuerPerCaller', caller);
      checkMediaType(request);
      const isLarge = await decodeInTurns(request.body as Buffer | undefined);
      const body = parseBody(request);
      if (isLarge) await nextTurn();
      refuseRepeatedMembers(request);
      const project = part(operation, request);
      const checked = panel(operation, body);
      if (checked.device !== undefined) await throttle('issuerPerDevice', checked.device);
      const answer = await checked.answer();
      const requestId = requestIdOf(body);
      const { metadata } = OPERATIONS[operation];
      const sent = metadata ? { responseMetadata: { requestId }, ...answer } : answer;
      observe({
        operation,
        admitted: true,
        requestId,
        bodyBytes: bodyBytes(request),
        received: loggedBody(operation, body),
        status: 200,
        outcome: 'ok',
        milliseconds: elapsed(request),
      });
      return reply
        .code(200)
        .headers(HEADERS)
        .send(JSON.stringify(project(sent)));
    } catch (error) {
      return refuse(request, reply, operation, error);
    }
  };

  for (const name of OPERATION_NAMES) {
    instance.route({
      method: 'POST',
      url: operationPath(name),
      bodyLimit: OPERATIONS[name].bodyLimit,
      // For bodies that could not be read: too large, or cut off.
      errorHandler: (error, request, reply) => {
        void refuse(request, reply, name, error);
      },
      handler: operate(name),
    });
  }

  instance.route({
    method: instance.supportedMethods,
    url: '/v1/vdc/*',
    bodyLimit: SMALL_BODY,
    errorHandler: (error, request, reply) => {
      void refuse(request, reply, 'unknown', error);
    },
    handler: async (request, reply) => {
      const wanted = (request.params as { readonly '*': string })['*'];
      const operation = OPERATION_NAMES.find((name) => name === wanted);
      const missing = canBeDecoded(request.originalUrl) ? 'ROUTE_NOT_FOUND' : 'MALFORMED_URL';
      const reason = operation ? 'METHOD_NOT_ALLOWED' : missing;
      return refuse(request, reply, operation ?? 'unknown', refusal(reason));
    },
  });
}
