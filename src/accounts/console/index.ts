import type { AccountDeps } from '../deps.ts';
import type { OrganisationSignIns } from '../organisation/index.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { ConsoleSession } from '../ports/console.ts';
import { endOtherSessions, endOwnSession, purgeEnded, signOut } from './end-session.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { acceptInvitation, readInvitation } from './invitation.ts';
import { byOrganisation } from './organisation-session.ts';
import type { SessionLimits } from './session-limits.ts';
import { type Password, signInByPasskey, signInByPassword, signInWithNewPassword } from './sign-in.ts';
import { startByCode } from './sign-in-codes.ts';
import { stepUp, stepUpOptions } from './step-up.ts';
import { extendSession, useSession } from './use-session.ts';

export type { NewSession, Visitor } from './begin-session.ts';
export { type Invitation, issueInvitation, unknownPassword } from './invitation.ts';
export type { OrganisationSession } from './organisation-session.ts';
export { endsAt, type SessionLimits } from './session-limits.ts';
export { SECRET_PATTERN } from './session-secrets.ts';
export type { SignedIn } from './sign-in.ts';
export { issueConsoleCode } from './sign-in-codes.ts';
export { requireStepUp } from './step-up.ts';
export type { LiveSession } from './use-session.ts';

type Needs = AccountDeps & {
  readonly console: SessionLimits;
  readonly password: Password;
  readonly passkeys: Passkeys;
  readonly organisations: OrganisationSignIns;
  readonly adminTokenWorks: () => boolean;
};

/** Sessions of the two consoles. */
export type ConsoleSessions = ReturnType<typeof consoleSessions>;

export function consoleSessions(deps: Needs) {
  return {
    policy: deps.console,
    use: useSession(deps),
    extend: extendSession(deps),
    passkeys: deps.passkeys,
    signIn: signInByPassword(deps),
    signInByPasskey: signInByPasskey(deps),
    byOrganisation: byOrganisation(deps),
    changePassword: signInWithNewPassword(deps),
    readInvitation: readInvitation(deps),
    acceptInvitation: acceptInvitation(deps),
    start: startByCode(deps),
    stepUp: stepUp(deps),
    stepUpOptions: stepUpOptions(deps),
    createFirstAdministrator: createFirstAdministrator(deps),
    signOut: signOut(deps),
    ofPerson: ({ userId }: ConsoleSession) => deps.store.read((reader) => reader.consoleSessionsOf(userId)),
    endOwn: endOwnSession(deps),
    endOthers: endOtherSessions(deps),
    /** Deletes at most `limit` sessions and codes that have ended. */
    purge: purgeEnded(deps),
  };
}
