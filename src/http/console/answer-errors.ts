import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stepUpChallenge } from '../admin/challenge.ts';
import { statusAnswer } from '../conventions/index.ts';
import { elapsed } from '../listener.ts';

/** The data of a request to a console for the log and the metrics, without personal data. */
export interface ConsoleExchange {
  /** The route's pattern. */
  readonly endpoint: string;
  readonly status: number;
  /** `ok`, the reason of the refusal, or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

/** Answers errors as google.rpc.Status, and tells of every request. */
export function answerErrors(instance: FastifyInstance, observe: (exchange: ConsoleExchange) => void): void {
  const failures = new WeakMap<FastifyRequest, Pick<ConsoleExchange, 'outcome' | 'cause'>>();
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, text, reason, internal } = statusAnswer(error);
    failures.set(request, internal ? { outcome: 'internal', cause: error } : { outcome: reason });
    const challenge = stepUpChallenge(reason);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    return reply.code(status).headers(headers).send(text);
  };
  instance.setErrorHandler(answerError);
  instance.addHook('onResponse', async (request, reply) =>
    observe({
      endpoint: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: elapsed(request),
      ...(failures.get(request) ?? { outcome: 'ok' }),
    }),
  );
}
