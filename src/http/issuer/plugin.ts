import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
  operationPath,
} from '../../issuer/contract/index.ts';
import { IssuerError } from '../../issuer/errors.ts';
import type { IssuerPanel } from '../../issuer/panel.ts';
import { requestIdOf } from '../../issuer/request-checks.ts';
import { elapsed } from '../listener.ts';
import { checkMediaType, parseBody, readBodiesAsBytes } from './body.ts';
import type { CallerCheck } from './caller.ts';
import { refusalOf } from './refusal.ts';

/** What the log and the metrics learn of a request; no personal data. */
export interface IssuerExchange {
  readonly operation: OperationName | 'unknown';
  readonly requestId: string;
  readonly status: number;
  /** `ok`, the reason of the refusal, `overload` or `internal`. */
  readonly outcome: string;
  readonly issuerErrorIdentifier?: string;
  /** The errorDescription: fixed words and names of fields. */
  readonly description?: string;
  readonly cause?: unknown;
  readonly milliseconds: number;
}

export interface IssuerPluginOptions {
  readonly panel: IssuerPanel;
  readonly observe: (exchange: IssuerExchange) => void;
  /** Who may call; anybody without. */
  readonly checkCaller: CallerCheck | undefined;
}

/** Headers of every answer: it may hold personal data, so nothing on the way keeps it. */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function bodyIfReadable(request: FastifyRequest): unknown {
  try {
    return parseBody(request);
  } catch {
    return undefined;
  }
}

/** `POST {base_url}/v1/vdc/<operation>` with its own error envelope; nothing here reaches other plugins. */
export async function issuerPlugin(instance: FastifyInstance, options: IssuerPluginOptions): Promise<void> {
  const { panel, observe, checkCaller } = options;
  readBodiesAsBytes(instance);

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    operation: IssuerExchange['operation'],
    error: unknown,
    status?: number,
  ): FastifyReply => {
    const requestId = requestIdOf(bodyIfReadable(request));
    const refusal = refusalOf(error, requestId);
    const { reason, issuerErrorIdentifier, cause } = refusal.log;
    const sent = status ?? refusal.status;
    const milliseconds = elapsed(request);
    observe({
      description: refusal.body.errorDescription,
      operation,
      requestId,
      status: sent,
      outcome: reason,
      issuerErrorIdentifier,
      cause,
      milliseconds,
    });
    return reply.code(sent).headers(HEADERS).headers(refusal.headers).send(JSON.stringify(refusal.body));
  };

  const operate = (operation: OperationName) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await checkCaller?.(request.headers.authorization);
      checkMediaType(request);
      const body = parseBody(request);
      const requestId = requestIdOf(body);
      const answer = await panel(operation, body);
      const { metadata } = OPERATIONS[operation];
      const sent = metadata ? { responseMetadata: { requestId }, ...answer } : answer;
      observe({ operation, requestId, status: 200, outcome: 'ok', milliseconds: elapsed(request) });
      return reply.code(200).headers(HEADERS).send(JSON.stringify(sent));
    } catch (error) {
      return refuse(request, reply, operation, error);
    }
  };

  for (const name of OPERATION_NAMES) {
    instance.route({
      method: 'POST',
      url: operationPath(name),
      bodyLimit: OPERATIONS[name].bodyLimit,
      // Bodies that could not be read at all: too large, cut off.
      errorHandler: (error, request, reply) => {
        void refuse(request, reply, name, error);
      },
      handler: operate(name),
    });
  }

  instance.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/v1/vdc/*',
    errorHandler: (error, request, reply) => {
      void refuse(request, reply, 'unknown', error);
    },
    handler: async (request, reply) => {
      const wanted = (request.params as { readonly '*': string })['*'];
      const operation = OPERATION_NAMES.find((name) => name === wanted);
      if (!operation) {
        const error = new IssuerError('invalidIdentifier', 'there is no such operation');
        return refuse(request, reply, 'unknown', error);
      }
      reply.header('allow', 'POST');
      const error = new IssuerError('invalidFieldValue', 'every operation is a POST');
      return refuse(request, reply, operation, error, 405);
    },
  });
}
