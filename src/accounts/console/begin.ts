import type { AccountDeps } from '../deps.ts';
import type { ConsoleName, ConsoleSession } from '../ports/console.ts';
import type { AccountWriter } from '../ports/store.ts';
import { actorOf } from './person.ts';
import { hashOf, newSecret, newSessionId } from './secrets.ts';

/** The request that starts a session. */
export interface Visitor {
  readonly console: ConsoleName;
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
}

/** A session with the value of its cookie, which is not stored. */
export interface Begun {
  readonly session: ConsoleSession;
  readonly token: string;
}

/** Long enough to recognize a browser. */
const LONGEST_USER_AGENT = 256;

/**
 * Starts a session, in the transaction that stores the proof of who the person is. `reason`: the kind of
 * proof.
 */
export async function beginSession(
  writer: AccountWriter,
  { clock, random }: Pick<AccountDeps, 'clock' | 'random'>,
  userId: string,
  { console, userAgent, address, requestId }: Visitor,
  reason: 'password' | 'code' | 'firstAdministrator',
): Promise<Begun> {
  const [at, token] = [clock(), newSecret(random)];
  const session: ConsoleSession = {
    sessionId: newSessionId(random),
    tokenHash: hashOf(token),
    console,
    userId,
    userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    address,
    signedInAt: at,
    authenticatedAt: at,
    lastUsedAt: at,
  };
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
