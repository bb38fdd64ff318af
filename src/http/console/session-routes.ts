import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ConsoleSessions, NewSession, SignedIn, Visitor } from '../../accounts/console/index.ts';
import { SECRET_PATTERN } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { closed } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import { cookieOf } from '../cookie.ts';
import { isFromLoopback } from '../local-requests.ts';
import type { AddressOf } from '../oauth/address.ts';
import type { DeviceCookies } from '../oauth/interaction/cookies.ts';
import { Assertion } from '../passkeys/shapes.ts';
import { BROWSER_COOKIE, browserOf } from './browser-cookie.ts';
import { isLoopbackName, parseHost } from './hosts.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { routesOf } from './routes.ts';
import { clearSessionCookie, sessionCookieOf, setSessionCookie } from './session-cookie.ts';
import { type Gate, registered } from './session-gate.ts';
import { type OfServer, ownSessionView, sessionView } from './session-view.ts';

/** Passwords have their own limit. Longer texts cannot be emails or codes. */
const Text = Type.String({ minLength: 1, maxLength: 4096 });

const Empty = Type.Object({}, closed);
const Password = Type.Object({ email: Text, password: Text }, closed);
/** With the passkey of a user who has one: the first answer says what the browser needs for it. */
const NewPassword = Type.Object(
  { email: Text, password: Text, newPassword: Text, passkey: Type.Optional(Assertion) },
  closed,
);
const Code = Type.Object({ code: Text }, closed);
const Accepted = Type.Object({ code: Text, password: Text }, closed);
const PasswordAgain = Type.Object({ password: Text }, closed);

const SecretAgain = Type.Union([PasswordAgain, Code, Type.Object({ passkey: Assertion }, closed)]);
const ByPasskey = Type.Object({ passkey: Assertion }, closed);

interface SessionRoutes extends OfServer {
  readonly console: ConsoleName;
  readonly ownConsole: () => string | undefined;
  readonly sessions: ConsoleSessions;
  readonly gate: Gate;
  readonly devices: DeviceCookies;
  readonly addressOf: AddressOf;
  readonly clock: Clock;
  /** Counts a request of a signed-in person. @throws StatusError RATE_LIMIT_EXCEEDED */
  readonly limit: (personId: string) => Promise<void>;
}

/** One-time codes may be used only in browsers on the machine of the server. */
function checkLoopback(request: FastifyRequest): void {
  if (isFromLoopback(request) && isLoopbackName(parseHost(request.headers.host ?? '')?.name ?? '')) return;
  throw new StatusError('CODE_INVALID', 'Codes work in a browser on the machine of the server.');
}

/** Sign-in, the own session, and sign-out. */
export async function sessionRoutes(instance: FastifyInstance, options: SessionRoutes): Promise<void> {
  const { console, ownConsole, sessions, gate, devices, addressOf, clock, limit } = options;

  const { openRoute, ownRoute, liveAndCounted } = routesOf(instance, gate, limit);

  const visitorOf = (request: FastifyRequest): Visitor => ({
    console,
    userAgent: request.headers['user-agent'] ?? '',
    address: addressOf(request),
    requestId: request.id,
  });

  const begun = async (reply: FastifyReply, { session, token }: NewSession): Promise<object> => {
    const live = await sessions.use(console, token, 'background');
    if (live === undefined) throw new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
    setSessionCookie(reply, console, token);
    return sessionView({ ...live, session }, options);
  };

  /** The previous session of the browser ends, so that a browser never has two (ASVS 5.0 7.2.4). */
  const begunAnew = async (
    request: FastifyRequest,
    reply: FastifyReply,
    fresh: NewSession,
  ): Promise<object> => {
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

  const passkeyOf = (request: FastifyRequest, answer: Static<typeof Assertion>) => ({
    answer,
    holder: cookieOf(request, BROWSER_COOKIE, SECRET_PATTERN) ?? '',
    deviceOf: (email: string) => devices.of(request, email),
  });

  instance.get('/session', async (request) => sessionView(await liveAndCounted(request), options));

  const signedInBy = async (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => {
    if ('publicKey' in signedIn) return signedIn;
    devices.give(request, reply, signedIn.user.email);
    return begunAnew(request, reply, signedIn);
  };

  openRoute('/session::signIn', Password, async (body, request, reply) => {
    const browser = () => browserOf(request, reply);
    const signedIn = await sessions.signIn(proofOf(request, body), visitorOf(request), browser);
    return signedInBy(request, reply, signedIn);
  });

  openRoute('/session::changePassword', NewPassword, async (body, request, reply) => {
    const proof = proofOf(request, body);
    const browser = () => browserOf(request, reply);
    const passkey = body.passkey && passkeyOf(request, body.passkey);
    const chosen = { chosen: body.newPassword, passkey };
    const signedIn = await sessions.changePassword(proof, chosen, visitorOf(request), browser);
    return signedInBy(request, reply, signedIn);
  });

  openRoute('/session::challenge', Empty, async (_, request, reply) => ({
    publicKey: sessions.passkeys.beginSignIn(browserOf(request, reply)),
  }));

  openRoute('/session::signInByPasskey', ByPasskey, async ({ passkey: answer }, request, reply) => {
    const signedIn = await sessions.signInByPasskey(passkeyOf(request, answer), visitorOf(request));
    return signedInBy(request, reply, signedIn);
  });

  openRoute('/session::readInvitation', Code, async ({ code }) => {
    const { user, publisherNames } = await sessions.readInvitation(code);
    const { email, role } = user;
    return { email, ...(role && { role }), publisherNames };
  });

  openRoute('/session::acceptInvitation', Accepted, async ({ code, password }, request, reply) => {
    const accepted = await sessions.acceptInvitation(code, password, visitorOf(request));
    return accepted ? begunAnew(request, reply, accepted) : {};
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
    const deviceOf = (email: string) => devices.of(request, email);
    const { address, requestId } = visitorOf(request);
    return begun(reply, await sessions.stepUp(live, secret, { address, deviceOf, requestId }));
  });

  ownRoute('/session::stepUpChallenge', Empty, async (_, live) => {
    const publicKey = await sessions.stepUpOptions(live);
    return publicKey ? { publicKey } : {};
  });

  ownRoute('/session::extend', Empty, async (_, live) => {
    const extended = await sessions.extend(live);
    return sessionView({ ...live, session: extended }, options);
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
    const { session } = registered(await liveAndCounted(request));
    const own = await sessions.ofPerson(session);
    return { sessions: own.map((one) => ownSessionView(one, session)) };
  });

  ownRoute('/sessions/:id(^[\\w-]+$)::end', Empty, async (_, live, request, reply) => {
    const { session } = registered(live);
    const { id } = request.params as { readonly id: string };
    await sessions.endOwn(session, id, request.id);
    if (id === session.sessionId) clearSessionCookie(reply, console);
    return {};
  });

  ownRoute('/sessions::endOthers', Empty, async (_, live, request) => {
    await sessions.endOthers(registered(live).session, request.id);
    return {};
  });

  organisationRoutes(instance, {
    byOrganisation: console === 'operators' ? sessions.byOrganisation : undefined,
    openRoute,
    visitorOf,
    begunAnew,
  });
  passkeyRoutes(instance, { sessions, clock, ownConsole, routes: { ownRoute, liveAndCounted } });
}
