import type { AccountDeps } from '../deps.ts';
import type { ConsoleName, ConsoleSession } from '../ports/console.ts';
import type { AccountWriter } from '../ports/store.ts';
import { endSession } from './end-session.ts';
import { actorOf } from './session-person.ts';
import { hashOf, newSecret, newSessionId } from './session-secrets.ts';

/** The request that starts a session. */
export interface Visitor {
  readonly console: ConsoleName;
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
}

/** A session with the value of its cookie, which is not stored. */
export interface NewSession {
  readonly session: ConsoleSession;
  readonly token: string;
}

/** Length to which a User-Agent is cut; enough to recognize a browser. */
const LONGEST_USER_AGENT = 256;

/** Sessions of one person on both consoles; another one ends the one that was used longest ago (ASVS 5.0 7.1.2). */
const MOST_SESSIONS = 50;

/**
 * Starts a session, in the transaction that stores the proof of who the person is. `reason`: the kind of
 * proof.
 */
export async function beginSession(
  writer: AccountWriter,
  { clock, random }: Pick<AccountDeps, 'clock' | 'random'>,
  userId: string,
  { console, userAgent, address, requestId }: Visitor,
  reason: 'organisation' | 'password' | 'passwordAndPasskey' | 'passkey' | 'code' | 'firstAdministrator',
  authenticatedAt?: number,
): Promise<NewSession> {
  const [at, token] = [clock(), newSecret(random)];
  const session: ConsoleSession = {
    sessionId: newSessionId(random),
    tokenHash: hashOf(token),
    console,
    userId,
    userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    address,
    signedInAt: at,
    authenticatedAt: authenticatedAt ?? at,
    lastUsedAt: at,
  };
  const others = await writer.consoleSessionsOf(userId);
  for (const one of others.slice(MOST_SESSIONS - 1))
    await endSession(writer, one, { reason: 'tooMany', requestId, at });
  await writer.insertConsoleSession(session);
  await writer.record({
    subject: 'consoleSession',
    subjectId: session.sessionId,
    event: 'signIn',
    actor: actorOf(userId, requestId),
    reason,
    details: { after: { console, user: userId } },
    at,
  });
  return { session, token };
}
