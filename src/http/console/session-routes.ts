import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Begun, ConsoleSessions, LiveSession, Visitor } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { closed } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { refuseCutOff } from '../conventions/index.ts';
import type { AddressOf } from '../oauth/address.ts';
import type { DeviceCookies } from '../oauth/interaction/cookies.ts';
import type { Gate } from './gate.ts';
import { isLoopbackName, parseHost } from './hosts.ts';
import { clearSessionCookie, sessionCookieOf, setSessionCookie } from './session-cookie.ts';
import { ownSessionView, sessionView } from './session-view.ts';

/** Passwords have their own limit. Longer texts cannot be emails or codes. */
const Text = Type.String({ minLength: 1, maxLength: 4096 });

const Empty = Type.Object({}, closed);
const Password = Type.Object({ email: Text, password: Text }, closed);
const NewPassword = Type.Object({ email: Text, password: Text, newPassword: Text }, closed);
const Code = Type.Object({ code: Text }, closed);
const PasswordAgain = Type.Object({ password: Text }, closed);

const SecretAgain = Type.Union([PasswordAgain, Code]);

const BODY_LIMIT = 16 * 1024;

export interface SessionRoutes {
  readonly console: ConsoleName;
  readonly sessions: ConsoleSessions;
  readonly gate: Gate;
  readonly devices: DeviceCookies;
  readonly addressOf: AddressOf;
  /** Counts a request of a signed-in person. @throws StatusError RATE_LIMIT_EXCEEDED */
  readonly limit: (personId: string) => Promise<void>;
}

/** One-time codes may be used only in browsers on the machine of the server. */
function checkLoopback({ headers, raw }: FastifyRequest): void {
  const address = raw.socket.remoteAddress ?? '';
  const isHere = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
  if (isHere && isLoopbackName(parseHost(headers.host ?? '')?.name ?? '')) return;
  throw new StatusError('CODE_INVALID', 'Codes work in a browser on the machine of the server.');
}

type Handler<Body> = (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** Sign-in, the own session, and sign-out. */
export async function sessionRoutes(instance: FastifyInstance, options: SessionRoutes): Promise<void> {
  const { console, sessions, gate, devices, addressOf, limit } = options;

  const liveAndCounted = async (request: FastifyRequest): Promise<LiveSession> => {
    const live = await gate.live(request);
    await limit(live.session.userId);
    return live;
  };

  const visitorOf = (request: FastifyRequest): Visitor => ({
    console,
    userAgent: request.headers['user-agent'] ?? '',
    address: addressOf(request),
    requestId: request.id,
  });

  const begun = async (reply: FastifyReply, { session, token }: Begun): Promise<object> => {
    const live = await sessions.use(console, token, 'background');
    if (live === undefined) throw new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
    setSessionCookie(reply, console, token);
    return sessionView({ ...live, session }, sessions.policy);
  };

  /** The previous session of the browser ends, so that a browser never has two (ASVS 5.0 7.2.4). */
  const begunAnew = async (request: FastifyRequest, reply: FastifyReply, fresh: Begun): Promise<object> => {
    const token = sessionCookieOf(request, console);
    const before = token === undefined ? undefined : await sessions.use(console, token, 'background');
    if (before) await sessions.signOut(before.session, request.id, 'signedInAgain');
    return begun(reply, fresh);
  };

  const proofOf = (request: FastifyRequest, { email, password }: Static<typeof Password>) => ({
    email,
    password,
    device: devices.of(request, email),
  });

  /** Endpoints that need no session. */
  function openRoute<Shape extends TSchema>(
    url: string,
    shape: Shape,
    handler: Handler<Static<Shape>>,
  ): void {
    const check = Compile(shape);
    instance.route({
      method: 'POST',
      url,
      bodyLimit: BODY_LIMIT,
      async handler(request, reply) {
        const body = request.body ?? {};
        if (!check.Check(body)) throw shapeRefusal(check.Errors(body), shape);
        return handler(body as Static<Shape>, request, reply);
      },
    });
  }

  /** Endpoints that need a session, which is checked before the body is read. */
  function ownRoute<Shape extends TSchema>(
    url: string,
    shape: Shape,
    handler: (
      body: Static<Shape>,
      live: LiveSession,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<object>,
  ): void {
    const check = Compile(shape);
    instance.route({
      method: 'POST',
      url,
      bodyLimit: BODY_LIMIT,
      async onRequest(request) {
        await liveAndCounted(request);
        refuseCutOff(request);
      },
      async handler(request, reply) {
        const body = request.body ?? {};
        if (!check.Check(body)) throw shapeRefusal(check.Errors(body), shape);
        return handler(body as Static<Shape>, await gate.live(request), request, reply);
      },
    });
  }

  instance.get('/session', async (request) => sessionView(await liveAndCounted(request), sessions.policy));

  openRoute('/session::signIn', Password, async (body, request, reply) => {
    const signedIn = await sessions.signIn(proofOf(request, body), visitorOf(request));
    devices.give(request, reply, signedIn.user.email);
    return begunAnew(request, reply, signedIn);
  });

  openRoute('/session::changePassword', NewPassword, async (body, request, reply) => {
    const proof = proofOf(request, body);
    const signedIn = await sessions.changePassword(proof, body.newPassword, visitorOf(request));
    devices.give(request, reply, signedIn.user.email);
    return begunAnew(request, reply, signedIn);
  });

  openRoute('/session::start', Code, async ({ code }, request, reply) => {
    checkLoopback(request);
    return begunAnew(request, reply, await sessions.start(code, visitorOf(request)));
  });

  ownRoute('/session::createFirstAdministrator', Password, async (body, { session }, request, reply) =>
    begun(reply, await sessions.createFirstAdministrator(session, body, visitorOf(request))),
  );

  ownRoute('/session::stepUp', SecretAgain, async (secret, live, request, reply) => {
    if ('code' in secret) checkLoopback(request);
    const { person } = live;
    const device = person.kind === 'user' ? devices.of(request, person.user.email) : undefined;
    const { address, requestId } = visitorOf(request);
    return begun(reply, await sessions.stepUp(live, secret, { address, device, requestId }));
  });

  ownRoute('/session::extend', Empty, async (_, live) => {
    const extended = await sessions.extend(live);
    return sessionView({ ...live, session: extended }, sessions.policy);
  });

  ownRoute('/session::signOut', Empty, async (_, { session }, request, reply) => {
    await sessions.signOut(session, request.id);
    clearSessionCookie(reply, console);
    // Not "cookies", which would end the sessions of every other application on this domain, including the
    // other console.
    reply.header('clear-site-data', '"cache", "storage"');
    return {};
  });

  instance.get('/sessions', async (request) => {
    const { session } = await liveAndCounted(request);
    const own = await sessions.ofPerson(session);
    return { sessions: own.map((one) => ownSessionView(one, session)) };
  });

  ownRoute('/sessions/:id(^[\\w-]+$)::end', Empty, async (_, { session }, request, reply) => {
    const { id } = request.params as { readonly id: string };
    await sessions.endOwn(session, id, request.id);
    if (id === session.sessionId) clearSessionCookie(reply, console);
    return {};
  });

  ownRoute('/sessions::endOthers', Empty, async (_, { session }, request) => {
    await sessions.endOthers(session, request.id);
    return {};
  });
}
