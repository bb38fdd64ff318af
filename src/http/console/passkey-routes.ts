import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type ConsoleSessions, type LiveSession, requireStepUp } from '../../accounts/console/index.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { Passkey } from '../../accounts/ports/passkeys.ts';
import { closed, isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Clock } from '../../conventions/time.ts';
import { NewPasskey } from '../passkeys/shapes.ts';
import type { ConsoleRoutes } from './routes.ts';

const Empty = Type.Object({}, closed);

interface PasskeyRoutes {
  readonly sessions: ConsoleSessions;
  readonly clock: Clock;
  /** The address of this console. */
  readonly ownConsole: () => string | undefined;
  readonly routes: Pick<ConsoleRoutes, 'ownRoute' | 'liveAndCounted'>;
}

const viewOf = ({ passkeyId, name, isDeviceBound, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
  id: passkeyId,
  name,
  isDeviceBound,
  isBackedUp,
  createTime: isoTime(createdAt),
  ...(lastUsedAt !== undefined && { lastUseTime: isoTime(lastUsedAt) }),
});

function userIn({ person }: LiveSession): User {
  if (person.kind === 'user') {
    // A passkey here would outlast the account at the provider.
    if (person.user.organisation === undefined) return person.user;
    throw new StatusError('USER_OF_ORGANISATION', 'Your organisation decides how you sign in.');
  }
  throw new StatusError(
    'FIRST_ADMINISTRATOR_NEEDED',
    'Create the first administrator, and sign in as that user.',
  );
}

/** The person's own passkeys: list, register, remove. Changes need a proof of the last minutes. */
export function passkeyRoutes(
  instance: FastifyInstance,
  { sessions, clock, ownConsole, routes }: PasskeyRoutes,
): void {
  const { passkeys } = sessions;
  const { ownRoute, liveAndCounted } = routes;

  /** With where they work, so that the page says so before anyone tries; not at the other console, which may be internal. */
  const listOf = async (user: User) => {
    const { domain, origins } = passkeys.relyingParty ?? {};
    const own = URL.parse(ownConsole() ?? '')?.origin;
    return {
      passkeys: (await passkeys.of(user)).map(viewOf),
      domain,
      origin: origins?.().find((origin) => origin === own),
    };
  };

  instance.get('/passkeys', async (request) => listOf(userIn(await liveAndCounted(request))));

  ownRoute('/passkeys::challenge', Empty, async (_, live) => {
    const user = userIn(live);
    requireStepUp(live, clock());
    return { publicKey: await passkeys.beginRegistration(user, live.session.sessionId) };
  });

  ownRoute('/passkeys', NewPasskey, async ({ name, passkey }, live) => {
    const user = userIn(live);
    await passkeys.register(user, { holder: live.session.sessionId, name, answer: passkey });
    return listOf(user);
  });

  ownRoute('/passkeys/:id(^[\\w-]+$)::remove', Empty, async (_, live, request) => {
    const user = userIn(live);
    requireStepUp(live, clock());
    await passkeys.remove(user, (request.params as { readonly id: string }).id);
    return listOf(user);
  });
}
