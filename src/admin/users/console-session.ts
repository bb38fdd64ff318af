import { type ConsolePolicy, endsAt } from '../../accounts/console/index.ts';
import type { ConsoleSession } from '../../accounts/ports/console.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { ConsoleSessionView } from './contract.ts';

export function consoleSessionView(session: ConsoleSession, policy: ConsolePolicy): ConsoleSessionView {
  const { sessionId, console, userAgent, address, signedInAt, lastUsedAt } = session;
  return {
    id: sessionId,
    console,
    ...(userAgent !== '' && { userAgent }),
    address,
    signInTime: isoTime(signedInAt),
    lastUseTime: isoTime(lastUsedAt),
    endTime: isoTime(endsAt(session, policy)),
  };
}
