import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { ConsoleName, ConsoleSession } from '../ports/console.ts';
import { type ConsolePerson, personOf } from './person.ts';
import { type ConsolePolicy, endsAt } from './policy.ts';
import { hashOf } from './secrets.ts';

/** A session that has not ended, with the current state of its person. */
export interface LiveSession {
  readonly session: ConsoleSession;
  readonly person: ConsolePerson;
  /** The session may register a passkey and nothing else. */
  readonly mustRegister: boolean;
}

type Needs = Pick<AccountDeps, 'store' | 'clock'> & {
  readonly console: ConsolePolicy;
  readonly passkeys: Pick<Passkeys, 'mustRegister'>;
};

/**
 * The time of the last use is stored at most once in this part of the idle time, so that not every request
 * writes.
 */
const IDLE_PARTS = 30;

/** Kind `use` counts as a use of the session, `background` does not. Undefined if the session has ended. */
export type UseSession = (
  console: ConsoleName,
  token: string,
  how: 'use' | 'background',
) => Promise<LiveSession | undefined>;

async function renewed(
  { store, clock }: Needs,
  session: ConsoleSession,
): Promise<ConsoleSession | undefined> {
  const change = { lastUsedAt: clock() };
  const isLeft = await store.write((writer) => writer.renewConsoleSession(session, change));
  return isLeft ? { ...session, ...change } : undefined;
}

/** The session of a console's cookie, with the current state of its person. */
export function useSession(deps: Needs): UseSession {
  const { store, clock, console: policy, passkeys } = deps;
  return async (console, token, how) => {
    const now = clock();
    const found = await store.read(async (reader) => {
      const session = await reader.consoleSession(hashOf(token));
      if (session?.console !== console || now >= endsAt(session, policy)) return undefined;
      const person = await personOf(reader, session.userId);
      if (person === undefined) return undefined;
      const mustRegister = person.kind === 'user' && (await passkeys.mustRegister(reader, person.user));
      return { session, person, mustRegister };
    });
    if (found === undefined || how === 'background') return found;
    if (now - found.session.lastUsedAt < policy.idle / IDLE_PARTS) return found;
    const session = await renewed(deps, found.session);
    return session && { ...found, session };
  };
}

/** Restarts the idle time. @throws StatusError SESSION_ENDED */
export const extendSession =
  (deps: Needs) =>
  async ({ session }: LiveSession): Promise<ConsoleSession> => {
    const extended = await renewed(deps, session);
    if (extended) return extended;
    throw new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
  };
