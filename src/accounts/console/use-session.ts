import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { OrganisationSignIns } from '../organisation/index.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { ConsoleName, ConsoleSession } from '../ports/console.ts';
import type { OrganisationSignIn } from '../ports/organisation.ts';
import type { Proof } from '../recent-proof.ts';
import { currentRole } from '../roles.ts';
import { endsAt, type SessionLimits, shorter } from './session-limits.ts';
import { type ConsolePerson, personOf } from './session-person.ts';
import { hashOf } from './session-secrets.ts';

/** A session that has not ended, with the current state of its person. */
export interface LiveSession {
  readonly session: ConsoleSession;
  readonly person: ConsolePerson;
  /** The session may register a passkey and nothing else. */
  readonly mustRegister: boolean;
  readonly proof: Proof;
  /** When it ends: for people of an organisation also by the settings of their sign-in. */
  readonly policy: SessionLimits;
  /** By which organisation the person signed in. */
  readonly organisation?: { readonly id: string; readonly name: string };
}

type Needs = Pick<AccountDeps, 'store' | 'policy' | 'clock'> & {
  readonly console: SessionLimits;
  readonly passkeys: Pick<Passkeys, 'mustRegister'>;
  readonly organisations: Pick<OrganisationSignIns, 'confirmed' | 'limitsFor' | 'partyOf'>;
  /** Sessions of its holder end with it: where operators sign in by an organisation, it works for an hour at most. */
  readonly adminTokenWorks: () => boolean;
};

/**
 * The time of the last use is stored at most once in this part of the idle time, so that not every request
 * writes.
 */
const IDLE_PARTS = 30;

/** Kind `use` counts as a use of the session, `background` does not. Undefined if the session has ended. */
type UseSession = (
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

type Found = Pick<LiveSession, 'session' | 'person' | 'mustRegister'> & {
  readonly signIn: OrganisationSignIn | undefined;
};

/** The session, if its sign-in by an organisation has not ended. */
async function liveSession(
  { clock, policy: accounts, console: policy, organisations }: Needs,
  { signIn, ...found }: Found,
): Promise<LiveSession | undefined> {
  const { session, person } = found;
  if (person.kind === 'adminToken' || person.user.organisation === undefined)
    return { ...found, policy, proof: { at: session.authenticatedAt } };
  const { user } = person;
  const { userId } = user;
  const role = currentRole(accounts, user);
  const party = signIn && organisations.partyOf(signIn.organisationId);
  if (signIn === undefined || party === undefined || role === undefined) return undefined;
  const own = shorter(policy, organisations.limitsFor(role));
  if (clock() >= endsAt(session, own)) return undefined;
  const { authenticatedAt: at } = signIn;
  const proof = at === undefined ? {} : { at };
  const operator = await organisations
    .confirmed({ userId, role, proof, signIn })
    // The page offers to sign in again; the session goes on if the provider answers by then.
    .catch((error: unknown) => {
      if (error instanceof StatusError && error.reason === 'ROLE_UNCONFIRMED') return undefined;
      throw error;
    });
  if (operator === undefined) return undefined;
  const { id, name } = party.organisation;
  const current = { kind: 'user', user: { ...user, role: operator.role } } as const;
  return { ...found, person: current, policy: own, proof, organisation: { id, name } };
}

/** The session of a console's cookie, with the current state of its person. */
export function useSession(deps: Needs): UseSession {
  const { store, clock, console: policy, passkeys, adminTokenWorks } = deps;
  return async (console, token, how) => {
    const now = clock();
    const found = await store.read(async (reader) => {
      const session = await reader.consoleSession(hashOf(token));
      if (session?.console !== console || now >= endsAt(session, policy)) return undefined;
      const person = await personOf(reader, deps.policy, session.userId);
      if (person === undefined || (person.kind === 'adminToken' && !adminTokenWorks())) return undefined;
      const mustRegister = person.kind === 'user' && (await passkeys.mustRegister(reader, person.user));
      const isOfOrganisation = person.kind === 'user' && person.user.organisation !== undefined;
      const signIns = isOfOrganisation
        ? await reader.organisationSignIns({ grantId: session.sessionId })
        : [];
      return { session, person, mustRegister, signIn: signIns[0] };
    });
    const live = found && (await liveSession(deps, found));
    if (live === undefined || how === 'background') return live;
    if (now - live.session.lastUsedAt < live.policy.idle / IDLE_PARTS) return live;
    const session = await renewed(deps, live.session);
    return session && { ...live, session };
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
