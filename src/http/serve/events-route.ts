import type { FastifyInstance } from 'fastify';
import { parseStrictJson } from '../../conventions/index.ts';
import type { TakeEvents } from '../../mediation/statistics/device-events.ts';
import { parsedJson, readBodiesAsBytes } from '../conventions/index.ts';
import { type Admission, admit, countedAs, servingKeyOf } from './admit.ts';

/** 500 rows with all members. */
const BODY_LIMIT = 256 * 1024;
const MOST_VALUES = 12_000;

/**
 * `POST /serve/v1/{key}/events`. Any media type is read as JSON: `navigator.sendBeacon` with text needs no preflight
 * request.
 */
export async function eventsRoute(
  instance: FastifyInstance,
  { takeEvents, ...admission }: Admission & { readonly takeEvents: TakeEvents },
): Promise<void> {
  await instance.register(async (below) => {
    readBodiesAsBytes(below, true);
    below.route({
      method: 'POST',
      url: '/:key/events',
      bodyLimit: BODY_LIMIT,
      config: { methodName: 'events' },
      onRequest: admit(admission, 'eventsPerAddress'),
      async handler(request, reply) {
        const key = servingKeyOf(request);
        const address = countedAs(key.key, admission.addressOf(request));
        const body = parsedJson(request.body as Buffer | undefined, parseStrictJson, MOST_VALUES);
        const { outcome, accepted, rejected } = await takeEvents(key, address, body);
        reply.header('cache-control', 'no-store');
        return reply.send({ accepted, rejected, duplicate: outcome === 'duplicate' });
      },
    });
  });
}
