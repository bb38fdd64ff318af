import { endsAt, type LiveSession } from '../../accounts/console/index.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import type { ConsoleSession } from '../../accounts/ports/console.ts';
import { LONGEST_AGE } from '../../accounts/recent-proof.ts';
import { sessionFacts } from '../../admin/users/console-session.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { Panel } from '../../conventions/panel.ts';

function personView({ person, organisation, proof }: LiveSession) {
  if (person.kind === 'adminToken') return { id: OPERATOR, kind: person.kind };
  const { userId, email, role, publishers } = person.user;
  return {
    id: userId,
    email,
    ...(role && { role }),
    publishers,
    kind: person.kind,
    // Without a time of the proof, no sign-in allows final actions.
    ...(organisation && { organisation: { ...organisation, provesTime: proof.at !== undefined } }),
  };
}

/** When the session ends unless it is used again. */
export const endOf = ({ session, policy }: LiveSession): string => isoTime(endsAt(session, policy));

/** The view of a session: person, end times, and the interfaces of the server. */
export function sessionView(live: LiveSession, interfaces: readonly Panel[]): object {
  const { console, signedInAt, authenticatedAt } = live.session;
  return {
    person: personView(live),
    console,
    interfaces,
    startsFirstAdministrator: live.person.kind === 'adminToken',
    mustRegisterPasskey: live.mustRegister,
    signInTime: isoTime(signedInAt),
    authTime: isoTime(authenticatedAt),
    idleEndTime: endOf(live),
    absoluteEndTime: isoTime(signedInAt + live.policy.absolute),
    stepUpSeconds: LONGEST_AGE,
  };
}

/** A session in the list of one's own. */
export const ownSessionView = (session: ConsoleSession, current: ConsoleSession): object => ({
  ...sessionFacts(session),
  isCurrent: session.sessionId === current.sessionId,
});
