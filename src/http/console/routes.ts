import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LiveSession } from '../../accounts/console/index.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { refuseCutOff } from '../conventions/index.ts';
import type { Gate } from './session-gate.ts';

const BODY_LIMIT = 16 * 1024;

type OpenHandler<Body> = (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<object>;
type OwnHandler<Body> = (
  body: Body,
  live: LiveSession,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<object>;

export type ConsoleRoutes = ReturnType<typeof routesOf>;

/** Endpoints of the sessions of a console. Bodies are read after the caller is known, and checked by their shapes. */
export function routesOf(instance: FastifyInstance, gate: Gate, limit: (personId: string) => Promise<void>) {
  const liveAndCounted = async (request: FastifyRequest): Promise<LiveSession> => {
    const live = await gate.live(request);
    await limit(live.session.userId);
    return live;
  };

  const bodyOf = <Shape extends TSchema>(shape: Shape) => {
    const check = Compile(shape);
    return (request: FastifyRequest): Static<Shape> => {
      const body = request.body ?? {};
      if (!check.Check(body)) throw shapeRefusal(check.Errors(body), shape);
      return body as Static<Shape>;
    };
  };

  return {
    liveAndCounted,

    /** Endpoints that need no session. */
    openRoute<Shape extends TSchema>(url: string, shape: Shape, handler: OpenHandler<Static<Shape>>): void {
      const read = bodyOf(shape);
      instance.route({
        method: 'POST',
        url,
        bodyLimit: BODY_LIMIT,
        handler: (request, reply) => handler(read(request), request, reply),
      });
    },

    /** Endpoints that need a session, which is checked before the body is read. */
    ownRoute<Shape extends TSchema>(url: string, shape: Shape, handler: OwnHandler<Static<Shape>>): void {
      const read = bodyOf(shape);
      instance.route({
        method: 'POST',
        url,
        bodyLimit: BODY_LIMIT,
        async onRequest(request) {
          await liveAndCounted(request);
          refuseCutOff(request);
        },
        async handler(request, reply) {
          const body = read(request);
          return handler(body, await gate.live(request), request, reply);
        },
      });
    },
  };
}
