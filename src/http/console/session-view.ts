import { type ConsolePolicy, endsAt, type LiveSession } from '../../accounts/console/index.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import type { ConsoleSession } from '../../accounts/ports/console.ts';
import { LONGEST_AGE } from '../../accounts/recent-proof.ts';
import { sessionFacts } from '../../admin/users/console-session.ts';
import { isoTime } from '../../conventions/json-schema.ts';

function personView({ person }: LiveSession) {
  if (person.kind === 'adminToken') return { id: OPERATOR, kind: person.kind };
  const { userId, email, role, publishers } = person.user;
  return { id: userId, email, ...(role && { role }), publishers, kind: person.kind };
}

/** When the session ends unless it is used again. */
export const endOf = (session: ConsoleSession, policy: ConsolePolicy): string =>
  isoTime(endsAt(session, policy));

/** The view of a session: person and end times. */
export function sessionView(live: LiveSession, policy: ConsolePolicy): object {
  const { console, signedInAt, authenticatedAt } = live.session;
  return {
    person: personView(live),
    console,
    startsFirstAdministrator: live.person.kind === 'adminToken',
    mustRegisterPasskey: live.mustRegister,
    signInTime: isoTime(signedInAt),
    authTime: isoTime(authenticatedAt),
    idleEndTime: endOf(live.session, policy),
    absoluteEndTime: isoTime(signedInAt + policy.absolute),
    stepUpSeconds: LONGEST_AGE,
  };
}

/** A session in the list of one's own. */
export const ownSessionView = (session: ConsoleSession, current: ConsoleSession): object => ({
  ...sessionFacts(session),
  isCurrent: session.sessionId === current.sessionId,
});
