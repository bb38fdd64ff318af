import { hash } from 'node:crypto';
import { type ProviderAnswer, ProviderRefusal, ProviderUnreachable } from '../ports/organisation.ts';
import { backChannelLogout } from './back-channel-logout.ts';
import { beginSignIn, recordRefusal, type SignedIn } from './begin-sign-in.ts';
import type { OrganisationDeps, Party } from './deps.ts';
import { judge, needsStrong, type Refusal } from './judge.ts';
import {
  type ConsoleVisit,
  openPendingConsoleSignIn,
  pendingConsoleSignInOf,
} from './pending-console-sign-in.ts';
import { openPendingSignIn, type PendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import { signInUse } from './use-sign-in.ts';

export type { OrganisationDeps, Party, SignInLimits } from './deps.ts';
export type { ConsoleVisit } from './pending-console-sign-in.ts';
export { interactionIn } from './pending-sign-in.ts';

export type FinishedSignIn =
  | SignedIn
  /** The provider must be asked again, for strong authentication. */
  | { readonly outcome: 'askAgain'; readonly address: URL }
  | { readonly outcome: 'refused'; readonly reason: Refusal }
  /** The provider did not sign the person in, or its answer is not valid. */
  | { readonly outcome: 'providerRefused'; readonly cause: ProviderRefusal }
  | { readonly outcome: 'unreachable'; readonly cause: ProviderUnreachable }
  /** There is no such attempt in this browser, or no longer. */
  | { readonly outcome: 'expired' };

/** With the organisation of the attempt, where there is one. */
export type FinishedConsoleSignIn = FinishedSignIn & { readonly party?: Party };

export type OrganisationSignIns = ReturnType<typeof organisationSignIns>;

async function failure(error: unknown): Promise<FinishedSignIn> {
  if (error instanceof ProviderRefusal) return { outcome: 'providerRefused', cause: error };
  if (error instanceof ProviderUnreachable) return { outcome: 'unreachable', cause: error };
  throw error;
}

/** Sign-ins of operators by the OpenID providers of their organisations. */
export function organisationSignIns(deps: OrganisationDeps) {
  const { store, parties, limits } = deps;

  const leave = async ({ organisation, provider }: Party, uid: string, asksStrong: boolean): Promise<URL> => {
    const attempt = await openPendingSignIn(deps, uid, { organisationId: organisation.id, asksStrong });
    return provider.authorization(attempt);
  };

  const decide = async (
    party: Party,
    attempt: PendingSignIn,
    answer: ProviderAnswer,
    askAgain: () => Promise<URL>,
  ): Promise<FinishedSignIn> => {
    const refuse = async (reason: Refusal): Promise<FinishedSignIn> => {
      await recordRefusal(deps, party, answer, reason);
      return { outcome: 'refused', reason };
    };
    const verdict = judge(party.organisation, answer.claims);
    if (verdict.outcome === 'refused') return refuse(verdict.reason);
    if (needsStrong(verdict.role) && !verdict.isStrong) {
      if (attempt.asksStrong) return refuse('strongSignInMissing');
      return { outcome: 'askAgain', address: await askAgain() };
    }
    const begun = await beginSignIn(deps, party, answer, verdict);
    return begun.outcome === 'refused' ? refuse(begun.reason) : begun;
  };

  const comeBack = async (party: Party, uid: string, query: URLSearchParams): Promise<FinishedSignIn> => {
    const attempt = await takePendingSignIn(deps, uid, query.get('state') ?? '');
    if (attempt?.organisationId !== party.organisation.id) return { outcome: 'expired' };
    const answer = await party.provider.redeem(query, attempt);
    return decide(party, attempt, answer, () => leave(party, uid, true));
  };

  const leaveConsole = (party: Party, visit: ConsoleVisit, asksStrong: boolean): Promise<URL> => {
    const given = { ...visit, organisationId: party.organisation.id, asksStrong };
    return party.provider.authorization(openPendingConsoleSignIn(deps, given));
  };

  const comeBackToConsole = async (
    query: URLSearchParams,
    holder: string,
  ): Promise<FinishedConsoleSignIn> => {
    const attempt = pendingConsoleSignInOf(deps, query.get('state') ?? '');
    const party = attempt && parties.get(attempt.organisationId);
    if (attempt?.holder !== holder || party === undefined) return { outcome: 'expired' };
    const work = async (): Promise<FinishedSignIn> => {
      const answer = await party.provider.redeem(query, attempt);
      const used = hash('sha256', attempt.state, 'base64url');
      const isFirst = await store.write((writer) => writer.useOnce(used, attempt.expiresAt));
      if (!isFirst) return { outcome: 'expired' };
      const { origin } = attempt;
      return decide(party, attempt, answer, () => leaveConsole(party, { origin, holder }, true));
    };
    return { ...(await work().catch(failure)), party };
  };

  return {
    /** The organisations for the sign-in page. */
    offered: [...parties.values()].map(({ organisation: { id, name } }) => ({ id, name })),
    partyOf: (id: string): Party | undefined => parties.get(id),
    /** Where to send the browser of this interaction. @throws ProviderUnreachable */
    start: (party: Party, uid: string): Promise<URL> => leave(party, uid, false),
    /** `query`: of the request with which the browser came back from the provider. */
    finish: (party: Party, uid: string, query: URLSearchParams): Promise<FinishedSignIn> =>
      comeBack(party, uid, query).catch(failure),
    /** Where to send a browser that begins on a console. @throws ProviderUnreachable */
    startOnConsole: (party: Party, visit: ConsoleVisit): Promise<URL> => leaveConsole(party, visit, false),
    /** Origin of the console on which an attempt with this provider began; undefined if there is none. */
    consoleOf(party: Party, state: string): string | undefined {
      const attempt = pendingConsoleSignInOf(deps, state);
      return attempt?.organisationId === party.organisation.id ? attempt.origin : undefined;
    },
    finishOnConsole: comeBackToConsole,
    /** Binds the tokens of a grant to the sign-in. */
    link: (signInId: string, grantId: string): Promise<boolean> =>
      store.write((writer) => writer.linkOrganisationSignIn(signInId, grantId)),
    logout: backChannelLogout(deps),
    ...signInUse(deps),
    /** Deletes at most `limit` sign-ins that have ended. */
    purge: (now: number, limit: number): Promise<void> =>
      store.write((writer) => writer.purgeOrganisationSignIns(now - limits.absolute, limit)),
  };
}
