import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Convert } from 'typebox/value';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import type { Actor } from '../../issuer/ports/entities.ts';
import { elapsed } from '../listener.ts';
import { statusAnswer } from './status-body.ts';

/** A method of the admin interface: its place in HTTP, its shapes, and what does it. */
export interface AdminRoute {
  readonly name: string;
  readonly http: readonly ['GET' | 'POST', string];
  readonly request: TSchema;
  readonly call: (request: never, actor: Actor) => Promise<object>;
}

export interface AdminPluginOptions {
  readonly routes: readonly AdminRoute[];
  /** What `Authorization: Bearer …` must hold. */
  readonly token: string;
  readonly observe: (exchange: AdminExchange) => void;
}

export interface AdminExchange {
  readonly method: string;
  readonly requestId: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

const BODY_LIMIT = 64 * 1024 * 1024;

function isToken(given: string | undefined, token: string): boolean {
  const bytes = Buffer.from(given?.replace(/^Bearer /i, '') ?? '', 'utf8');
  const expected = Buffer.from(token, 'utf8');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** `/admin/v1/holders/{id}:revoke` in the router's notation; ids may hold anything but a slash. */
function routePath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1(.+)');
}

function violation(error: ReturnType<Validator['Errors']>[number]): FieldViolation {
  return { field: error.instancePath.slice(1).replaceAll('/', '.'), description: error.message };
}

function checked(shape: Validator, schema: TSchema, request: FastifyRequest): never {
  const { params, query, body } = request as { params: object; query: object; body?: object | null };
  const value = { ...(body ?? {}), ...(Convert(schema, { ...query }) as object), ...params };
  if (shape.Check(value)) return value as never;
  const violations = shape.Errors(value).map(violation);
  const words = violations.map(({ field, description }) => `${field} ${description}`.trim());
  throw new StatusError('INVALID_ARGUMENT', 'REQUEST_INVALID', words.join('; '), violations);
}

/** The admin interface behind its token, with google.rpc.Status errors. */
export async function adminPlugin(instance: FastifyInstance, options: AdminPluginOptions): Promise<void> {
  const { routes, token, observe } = options;

  const observeReply = (name: string, requestId: string, reply: FastifyReply, cause?: unknown) => {
    const exchange = {
      method: name,
      requestId,
      status: reply.statusCode,
      milliseconds: elapsed(reply.request),
    };
    observe(cause === undefined ? exchange : { ...exchange, cause });
  };

  instance.addHook('onRequest', async (request) => {
    if (isToken(request.headers.authorization, token)) return;
    const text = 'the admin token is missing or wrong; it is in the file admin.token of the data folder';
    throw new StatusError('UNAUTHENTICATED', 'TOKEN_INVALID', text);
  });

  instance.setErrorHandler((error, request, reply) => {
    const { status, body, internal } = statusAnswer(error);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    reply.code(status);
    observeReply(request.routeOptions.url ?? 'unknown', request.id, reply, internal ? error : undefined);
    return reply.send(body);
  });

  for (const { name, http, request: schema, call } of routes) {
    const shape = Compile(schema);
    const [method, path] = http;
    instance.route({
      method,
      url: routePath(path),
      bodyLimit: BODY_LIMIT,
      async handler(request, reply) {
        const requestId = randomUUID();
        const answer = await call(checked(shape, schema, request), { kind: 'operator', requestId });
        observeReply(name, requestId, reply);
        return answer;
      },
    });
  }
}
