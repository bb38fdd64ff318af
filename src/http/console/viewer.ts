import type { FastifyInstance, FastifyRequest } from 'fastify';
import { statusAnswer } from '../conventions/index.ts';

/** Calls the administration for a person of the mediation console, who may have no role there. */
export const asViewer = (request: FastifyRequest, operatorId: string) =>
  ({ kind: 'operator', requestId: request.id, operatorId, role: 'viewer' }) as const;

/** Answers refusals of the administration as google.rpc.Status. */
export function answerStatus(instance: FastifyInstance): void {
  instance.setErrorHandler((error, _request, reply) => {
    const { status, headers, text } = statusAnswer(error);
    return reply.code(status).headers(headers).send(text);
  });
}
