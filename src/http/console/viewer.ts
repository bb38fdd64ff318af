import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Administration } from '../../admin/administration.ts';
import { refuseCutOff } from '../conventions/index.ts';
import type { ObservedExchange } from '../observe-exchanges.ts';
import { answerErrors } from './answer-errors.ts';
import type { Gate } from './session-gate.ts';

/** What the routes need that show people of the mediation console a part of the administration. */
export interface ViewerOptions {
  readonly gate: Gate;
  readonly administration: Administration;
  /** Counts a request of a person who is signed in. @throws StatusError RATE_LIMIT_EXCEEDED */
  readonly limit: (personId: string) => Promise<void>;
  readonly observe: (exchange: ObservedExchange) => void;
}

/**
 * Calls an admin method for a person of the mediation console, who may have no role in the administration.
 */
export const asViewer = (request: FastifyRequest, operatorId: string) =>
  ({ kind: 'operator', requestId: request.id, operatorId, role: 'viewer' }) as const;

/** Admits and counts the person before the request is read. */
export function admitViewers(
  instance: FastifyInstance,
  { gate, limit, observe }: Pick<ViewerOptions, 'gate' | 'limit' | 'observe'>,
): void {
  answerErrors(instance, observe);
  instance.addHook('onRequest', async (request) => {
    const { subject } = await gate.identify(request);
    await limit(subject);
    refuseCutOff(request);
  });
}
