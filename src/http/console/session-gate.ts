import type { FastifyRequest } from 'fastify';
import { type ConsoleSessions, type LiveSession, requireStepUp } from '../../accounts/console/index.ts';
import { type Role, SCOPE_NAMES } from '../../accounts/permissions.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import { stepUpChallenge } from '../admin/challenge.ts';
import type { AdminAdmission } from '../admin/plugin.ts';
import type { Identify } from '../mediation/index.ts';
import { sessionCookieOf } from './session-cookie.ts';

/** Finds the session of a request's cookie, and the caller for each interface. */
export interface Gate {
  /** @throws StatusError SESSION_MISSING, SESSION_ENDED */
  live(request: FastifyRequest): Promise<LiveSession>;
  /** The session that `live` found for this request. */
  known(request: FastifyRequest): LiveSession | undefined;
  /** The caller for the administration. */
  readonly admission: AdminAdmission;
  /** The caller for the mediation panel. */
  readonly identify: Identify;
}

/** Polling does not count as use of a session. */
const isBackground = ({ headers }: FastifyRequest) => headers['x-diptych-background'] === '1';

const onlyFirst = () =>
  new StatusError('FIRST_ADMINISTRATOR_NEEDED', 'Create the first administrator, and sign in as that user.');

/** A session that may do more than register a passkey. @throws StatusError PASSKEY_REGISTRATION_NEEDED */
export function registered(live: LiveSession): LiveSession {
  if (!live.mustRegister) return live;
  throw new StatusError('PASSKEY_REGISTRATION_NEEDED', 'Register a passkey first; this server asks for one.');
}

/** The user of a session that may call methods. @throws StatusError */
function userIn(live: LiveSession): User {
  if (live.person.kind === 'adminToken') throw onlyFirst();
  registered(live);
  return live.person.user;
}

/** @throws StatusError ROLE_MISSING */
function roleOf({ role }: User): Role {
  if (role !== undefined) return role;
  throw new StatusError('ROLE_MISSING', 'You have no role, which an administrator gives.');
}

export function gateOf(sessions: ConsoleSessions, console: ConsoleName, clock: Clock): Gate {
  const liveSessions = new WeakMap<FastifyRequest, LiveSession>();

  const live: Gate['live'] = async (request) => {
    const liveSession = liveSessions.get(request);
    if (liveSession) return liveSession;
    const token = sessionCookieOf(request, console);
    if (token === undefined) throw new StatusError('SESSION_MISSING', 'You are not signed in.');
    const session = await sessions.use(console, token, isBackground(request) ? 'background' : 'use');
    if (session === undefined)
      throw new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
    liveSessions.set(request, session);
    return session;
  };

  return {
    live,
    known: (request) => liveSessions.get(request),
    admission: {
      async identify(request) {
        const user = userIn(await live(request));
        return { operatorId: user.userId, role: roleOf(user) };
      },
      requireStepUp: async (request) => requireStepUp(await live(request), clock()),
      challenge: stepUpChallenge,
    },
    async identify(request) {
      const user = userIn(await live(request));
      // The operators' console is for people with a role, also if they lost it in mid-session, and only searches there.
      if (console === 'operators') roleOf(user);
      return {
        issuer: 'console',
        subject: user.userId,
        scopes: new Set(console === 'mediation' ? SCOPE_NAMES : (['readonly'] as const)),
        publishers: new Set(user.publishers),
      };
    },
  };
}
