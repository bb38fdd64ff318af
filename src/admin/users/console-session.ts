import { endsAt, type SessionLimits } from '../../accounts/console/index.ts';
import type { ConsoleSession } from '../../accounts/ports/console.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { ConsoleSessionView } from '../contract/users/methods.ts';

/** The common part of the views of a session, for its person and for administrators. */
export function sessionFacts(session: ConsoleSession) {
  const { sessionId, console, userAgent, address, signedInAt, lastUsedAt } = session;
  return {
    id: sessionId,
    console,
    ...(userAgent !== '' && { userAgent }),
    address,
    signInTime: isoTime(signedInAt),
    lastUseTime: isoTime(lastUsedAt),
  };
}

export const consoleSessionView = (session: ConsoleSession, policy: SessionLimits): ConsoleSessionView => ({
  ...sessionFacts(session),
  endTime: isoTime(endsAt(session, policy)),
});
