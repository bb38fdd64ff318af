import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stepUpChallenge } from '../admin/challenge.ts';
import { statusAnswer } from '../conventions/index.ts';
import { type ObservedExchange, observeExchanges } from '../observe-exchanges.ts';

/** Answers errors as google.rpc.Status, and tells of every request. */
export function answerErrors(instance: FastifyInstance, observe: (exchange: ObservedExchange) => void): void {
  const fail = observeExchanges(instance, observe);
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, text, reason, internal } = statusAnswer(error);
    fail(request, internal ? { outcome: 'internal', cause: error } : { outcome: reason });
    const challenge = stepUpChallenge(reason);
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    return reply.code(status).headers(headers).send(text);
  };
  instance.setErrorHandler(answerError);
}
