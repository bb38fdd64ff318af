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

/** What a session's view says about the server. */
export interface OfServer {
  readonly interfaces: readonly Panel[];
  /** The address of the other console; undefined if there is none. */
  readonly otherConsole: () => string | undefined;
}

/** Whether the person has something to do in the other console: it needs a role, or a publisher account. */
function mayUseOther({ person, session: { console } }: LiveSession): boolean {
  if (person.kind === 'adminToken') return false;
  return console === 'operators' ? person.user.publishers.length > 0 : person.user.role !== undefined;
}

/** The view of a session: person, end times, the interfaces of the server, and the other console. */
export function sessionView(live: LiveSession, { interfaces, otherConsole }: OfServer): object {
  const { console, signedInAt, authenticatedAt } = live.session;
  const other = mayUseOther(live) ? otherConsole() : undefined;
  return {
    person: personView(live),
    console,
    interfaces,
    ...(other !== undefined && { otherConsole: other }),
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
