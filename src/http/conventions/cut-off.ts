import type { FastifyRequest } from 'fastify';
import { refusal } from './refusals.ts';

/**
 * To be asked after each wait before the body is read: of a request that was cut off meanwhile no more would be heard,
 * and it would never be answered or logged.
 * @throws StatusError BODY_CUT_OFF
 */
export function refuseCutOff({ raw }: FastifyRequest): void {
  if (raw.destroyed && !raw.complete) throw refusal('BODY_CUT_OFF');
}
