import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { ConsoleSession } from '../ports/console.ts';
import type { AccountWriter } from '../ports/store.ts';
import type { SessionLimits } from './session-limits.ts';
import { actorOf } from './session-person.ts';

type PurgeNeeds = Pick<AccountDeps, 'store'> & { readonly console: SessionLimits };

/** Deletes sessions and codes that have ended. */
export const purgeEnded =
  ({ store, console: { idle, absolute } }: PurgeNeeds) =>
  async (now: number, limit: number): Promise<void> => {
    const purge = { signedInUntil: now - absolute, usedUntil: now - idle, codesUntil: now, limit };
    await store.write((writer) => writer.purgeConsole(purge));
  };

type Needs = Pick<AccountDeps, 'store' | 'clock'>;

interface Cause {
  readonly reason: 'signOut' | 'signedInAgain' | 'endedElsewhere' | 'tooMany';
  readonly requestId: string;
  readonly at: number;
}

/** Ends a session in the write of its cause. */
export async function endSession(
  writer: AccountWriter,
  { sessionId, userId }: ConsoleSession,
  cause: Cause,
): Promise<void> {
  if (!(await writer.deleteConsoleSession(sessionId))) return;
  const { reason, requestId, at } = cause;
  const actor = actorOf(userId, requestId);
  await writer.record({ subject: 'consoleSession', subjectId: sessionId, event: 'end', actor, reason, at });
}

/** Ends the session of this browser, when the person signs out or signs in again. */
export const signOut =
  ({ store, clock }: Needs) =>
  (session: ConsoleSession, requestId: string, reason: Cause['reason'] = 'signOut'): Promise<void> =>
    store.write((writer) => endSession(writer, session, { reason, requestId, at: clock() }));

/** Ends a session of the same person, in any browser. @throws StatusError SESSION_NOT_FOUND */
export const endOwnSession =
  ({ store, clock }: Needs) =>
  (own: ConsoleSession, sessionId: string, requestId: string): Promise<void> =>
    store.write(async (writer) => {
      const sessions = await writer.consoleSessionsOf(own.userId);
      const session = sessions.find((one) => one.sessionId === sessionId);
      if (!session) throw new StatusError('SESSION_NOT_FOUND', 'You have no session with this id.');
      await endSession(writer, session, { reason: 'endedElsewhere', requestId, at: clock() });
    });

/** Ends all other sessions of the same person. */
export const endOtherSessions =
  ({ store, clock }: Needs) =>
  (own: ConsoleSession, requestId: string): Promise<void> =>
    store.write(async (writer) => {
      for (const session of await writer.consoleSessionsOf(own.userId)) {
        if (session.sessionId === own.sessionId) continue;
        await endSession(writer, session, { reason: 'endedElsewhere', requestId, at: clock() });
      }
    });
