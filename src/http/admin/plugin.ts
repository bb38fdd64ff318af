import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { fieldsCompiler, type Projection, type Schema } from '../../conventions/index.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import type { Actor } from '../../issuer/ports/entities.ts';
import { FIELDS, fieldsOf, gzipAnswers, statusAnswer, urlQuery } from '../conventions/index.ts';
import { elapsed } from '../listener.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the log and the metrics call the route. */
    methodName?: string;
  }
}

/** A method of the admin interface: its place in HTTP, its shapes, and what does it. */
export interface AdminRoute {
  readonly name: string;
  readonly http: readonly ['GET' | 'POST', string];
  readonly request: TSchema;
  readonly response: TSchema;
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

const BEARER = /^Bearer +/i;

function isToken(given: string | undefined, token: string): boolean {
  if (given === undefined || !BEARER.test(given)) return false;
  const bytes = Buffer.from(given.replace(BEARER, ''), 'utf8');
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

const INTEGER = /^-?\d{1,15}$/;

/** Values of a query are text; for an integer member the text of one counts as it. */
function fromQuery(schema: TSchema, query: object): object {
  const { properties = {} } = schema as { readonly properties?: Record<string, TSchema> };
  const own = Object.entries(query).filter(([name]) => !FIELDS.includes(name));
  const members = own.map(([name, text]) => {
    const isInteger = Object.hasOwn(properties, name) && Type.IsInteger(properties[name]);
    return [name, isInteger && typeof text === 'string' && INTEGER.test(text) ? Number(text) : text];
  });
  return Object.fromEntries(members) as object;
}

function checked(shape: Validator, schema: TSchema, request: FastifyRequest): never {
  const { params, query, body } = request as { params: object; query: object; body?: object | null };
  const value = { ...(body ?? {}), ...fromQuery(schema, query), ...params };
  if (shape.Check(value)) return value as never;
  const violations = shape.Errors(value).map(violation);
  const words = violations.map(({ field, description }) => `${field} ${description}`.trim());
  throw new StatusError('INVALID_ARGUMENT', 'REQUEST_INVALID', words.join('; '), violations);
}

const compile = fieldsCompiler();

/** The part of the answer that is asked for. @throws StatusError INVALID_FIELD_SELECTION */
function projectionOf(response: TSchema, request: FastifyRequest): Projection {
  return compile(response as Schema, fieldsOf(urlQuery(request.url), request));
}

/** The admin interface behind its token, with google.rpc.Status errors. */
export async function adminPlugin(instance: FastifyInstance, options: AdminPluginOptions): Promise<void> {
  const { routes, token, observe } = options;

  const observeReply = (reply: FastifyReply, cause?: unknown) => {
    const { id, routeOptions } = reply.request;
    const exchange = {
      method: routeOptions.config.methodName ?? 'unknown',
      requestId: id,
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

  instance.setErrorHandler((error, _request, reply) => {
    const { status, headers, text, internal } = statusAnswer(error);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    reply.code(status).headers(headers);
    observeReply(reply, internal ? error : undefined);
    return reply.send(text);
  });

  gzipAnswers(instance);

  for (const { name, http, request: schema, response, call } of routes) {
    const shape = Compile(schema);
    const [method, path] = http;
    instance.route({
      method,
      url: routePath(path),
      bodyLimit: BODY_LIMIT,
      config: { methodName: name },
      async handler(request, reply) {
        const actor = { kind: 'operator', requestId: request.id } as const;
        const project = projectionOf(response, request);
        const answer = await call(checked(shape, schema, request), actor);
        observeReply(reply);
        return project(answer);
      },
    });
  }
}
