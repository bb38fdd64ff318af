import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Role } from '../../accounts/permissions.ts';
import { type Operator, requireRole } from '../../admin/access/caller.ts';
import type { AdminCall, Administration } from '../../admin/administration.ts';
import {
  type AdminRequest,
  changes,
  type MethodName,
  methodNamed,
  needsStepUp,
  sentRequest,
  takesValidateOnly,
} from '../../admin/contract/index.ts';
import type { Caller, Conditions } from '../../admin/operation/caller.ts';
import { PendingApproval } from '../../admin/second-person.ts';
import { freshTurn } from '../../conventions/event-loop-turns.ts';
import { fieldsCompiler, type Projection, parseEntityTags, type Schema } from '../../conventions/index.ts';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import {
  fieldsOf,
  gzipAnswers,
  inSpellingOf,
  refuseCutOff,
  statusAnswer,
  urlQuery,
} from '../conventions/index.ts';
import { elapsed } from '../listener.ts';
import type { Throttle } from '../throttle.ts';
import { membersOf, readJsonStrictly } from './request-members.ts';
import { shapeRefusal } from './violations.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in the log and the metrics. */
    methodName?: string;
    /** The lowest role that may call the method. */
    role?: Role;
  }
}

interface AdminPluginOptions {
  readonly administration: Administration;
  readonly admission: AdminAdmission;
  readonly throttle: Throttle;
  readonly observe: (exchange: AdminExchange) => void;
}

/** How callers are identified. */
export interface AdminAdmission {
  /** @throws StatusError */
  identify(request: FastifyRequest): Promise<Operator>;
  /** Called before methods that need a recent sign-in, except with `validateOnly`. @throws StatusError */
  requireStepUp?(request: FastifyRequest): Promise<void>;
  /** WWW-Authenticate of an answer with status 401 (RFC 9110 11.6.1). */
  readonly challenge: (reason: string) => string | undefined;
}

export interface AdminExchange {
  readonly method: string;
  readonly requestId: string;
  /** The caller; absent if it could not be authenticated. */
  readonly operatorId?: string;
  /** Whether the method only reads. */
  readonly reads: boolean;
  readonly bodyBytes: number;
  readonly status: number;
  readonly milliseconds: number;
  /** `ok`, or the reason of the refusal. */
  readonly outcome: string;
  /** Of the members that were refused. They can contain what the client sent. */
  readonly violations?: readonly FieldViolation[];
  readonly cause?: unknown;
}

/** Default limit of a body in bytes: enough for every list of the contract. */
const BODY_LIMIT = 256 * 1024;

/**
 * `/admin/v1/holders/{id}:revoke` in the notation of the router. Ids may contain any character except a
 * slash.
 */
function routePath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1(.+)');
}

interface Shape {
  readonly schema: TSchema;
  readonly shape: Validator;
}

const shapes = new Map<MethodName, Shape>();

/** What a method takes. Compiled once, because each listener that serves the methods needs it. */
function shapeOf(name: MethodName): Shape {
  const shape = shapes.get(name);
  if (shape !== undefined) return shape;
  const schema = sentRequest(name);
  const made = { schema, shape: Compile(schema) };
  shapes.set(name, made);
  return made;
}

function checked<Name extends MethodName>(
  { shape, schema }: Shape,
  request: FastifyRequest,
): AdminRequest<Name> {
  const value = membersOf(schema, request);
  if (shape.Check(value)) return value as AdminRequest<Name>;
  throw shapeRefusal(shape.Errors(value), schema);
}

const compile = fieldsCompiler();

/** Selects the requested part of the answer. @throws StatusError INVALID_FIELD_SELECTION */
function projectionOf(response: TSchema, request: FastifyRequest): Projection {
  return compile(response as Schema, fieldsOf(urlQuery(request.url), request));
}

interface Content {
  readonly mediaType: string;
  /** The bytes of the answer in base64. */
  readonly content: string;
}

const isContent = (answer: object): answer is Content => 'mediaType' in answer && 'content' in answer;

/** Prevents uploaded content from running as a script when a browser opens it. */
const contentHeaders = ({ mediaType }: Content) => ({
  'content-type': mediaType,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
});

/** Splits a request into the members that the method reads and its conditions. */
function split<Name extends MethodName>(name: Name, sent: AdminRequest<Name>, request: FastifyRequest) {
  if (!changes(name)) return { asked: sent, conditions: undefined };
  const ifMatch = parseEntityTags('If-Match', request.headers['if-match']);
  const { validateOnly, ...rest } = sent as AdminRequest<Name> & { readonly validateOnly?: boolean };
  const isOnTrial = takesValidateOnly(name);
  const conditions: Conditions = {
    ...(isOnTrial && validateOnly && { validateOnly }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
  const asked = isOnTrial ? (rest as AdminRequest<Name>) : sent;
  return { asked, conditions: Object.keys(conditions).length > 0 ? conditions : undefined };
}

/** The admin interface: checks sign-in and roles, and answers errors as google.rpc.Status. */
export async function adminPlugin(instance: FastifyInstance, options: AdminPluginOptions): Promise<void> {
  const { administration, admission, throttle, observe } = options;
  const operators = new WeakMap<FastifyRequest, Operator>();

  const observeReply = (
    reply: FastifyReply,
    outcome: string,
    why: Pick<AdminExchange, 'cause' | 'violations'> = {},
  ) => {
    const { id, method, headers, routeOptions } = reply.request;
    const operatorId = operators.get(reply.request)?.operatorId;
    observe({
      method: routeOptions.config.methodName ?? 'unknown',
      requestId: id,
      ...(operatorId !== undefined && { operatorId }),
      reads: method === 'GET',
      bodyBytes: Number(headers['content-length'] ?? 0),
      status: reply.statusCode,
      outcome,
      milliseconds: elapsed(reply.request),
      ...why,
    });
  };

  instance.addHook('onRequest', async (request) => {
    const operator = await admission.identify(request);
    operators.set(request, operator);
    await throttle('adminPerOperator', operator.operatorId);
    refuseCutOff(request);
    const { role } = request.routeOptions.config;
    if (role !== undefined) requireRole(operator, role);
  });

  instance.setErrorHandler((thrown, request, reply) => {
    const error = inSpellingOf(new Set(Object.keys(request.query as object)), thrown);
    const { status, headers, text, reason, internal } = statusAnswer(error);
    const challenge = status === 401 ? admission.challenge(reason) : undefined;
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    reply.code(status).headers(headers);
    const violations = error instanceof StatusError ? error.violations : [];
    observeReply(reply, reason, internal ? { cause: error } : { violations });
    return reply.send(text);
  });

  gzipAnswers(instance);
  readJsonStrictly(instance);

  const addRoute = <Name extends MethodName>(name: Name): void => {
    const { http, role, bodyLimit = BODY_LIMIT, response, media } = methodNamed(name);
    const stepUp = needsStepUp(name);
    const [method, path] = http;
    const shape = shapeOf(name);
    const call: AdminCall<Name> = administration[name];
    instance.route({
      method,
      url: routePath(path),
      bodyLimit,
      config: { methodName: name, role },
      async handler(request, reply) {
        const operator = operators.get(request) as Operator;
        const project = projectionOf(response, request);
        const { asked, conditions } = split(name, checked<Name>(shape, request), request);
        if (stepUp && !conditions?.validateOnly) await admission.requireStepUp?.(request);
        const caller: Caller = {
          kind: 'operator',
          requestId: request.id,
          ...operator,
          ...(conditions && { conditions }),
        };
        reply.header('cache-control', 'no-store');
        const answer = await call(asked, caller);
        // Printing a long list takes some milliseconds.
        await freshTurn();
        if (media && isContent(answer)) {
          observeReply(reply, 'ok');
          return reply.headers(contentHeaders(answer)).send(Buffer.from(answer.content, 'base64'));
        }
        if (answer instanceof PendingApproval) reply.code(202);
        else if ('etag' in answer && typeof answer.etag === 'string') reply.header('etag', answer.etag);
        observeReply(reply, 'ok');
        return answer instanceof PendingApproval ? { approval: answer.approval } : project(answer);
      },
    });
  };
  for (const name of Object.keys(administration) as MethodName[]) addRoute(name);
}
