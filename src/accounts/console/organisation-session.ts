import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { FinishedConsoleSignIn, OrganisationSignIns } from '../organisation/index.ts';
import { ProviderUnreachable } from '../ports/organisation.ts';
import { beginSession, type NewSession, type Visitor } from './begin-session.ts';
import { hashOf } from './session-secrets.ts';

type Needs = Pick<AccountDeps, 'store' | 'clock' | 'random'> & {
  readonly organisations: OrganisationSignIns;
};

type Unsuccessful = Exclude<FinishedConsoleSignIn, { readonly outcome: 'signedIn' | 'askAgain' }>;

/** A session, where to send the browser for strong authentication, or what did not succeed. */
export type OrganisationSession =
  | { readonly outcome: 'begun'; readonly begun: NewSession }
  | { readonly outcome: 'askAgain'; readonly address: URL }
  | Unsuccessful;

const EXPIRED = { outcome: 'expired' } as const;

/** Only operators sign in by organisations: their people have no publisher accounts. */
export function byOrganisation(deps: Needs) {
  const { store, organisations } = deps;
  return {
    offered: organisations.offered,
    /**
     * Where to send the browser; undefined without such an organisation. `browser`: the secret of the browser.
     * @throws StatusError ORGANISATION_UNREACHABLE
     */
    async start(id: string, origin: string, browser: string): Promise<URL | undefined> {
      const party = organisations.partyOf(id);
      try {
        return party && (await organisations.startOnConsole(party, { origin, holder: hashOf(browser) }));
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error;
        const text = `The sign-in of ${party?.organisation.name} does not answer. Try again in a moment.`;
        throw new StatusError('ORGANISATION_UNREACHABLE', text);
      }
    },
    async finish(query: URLSearchParams, browser: string, visitor: Visitor): Promise<OrganisationSession> {
      const finished = await organisations.finishOnConsole(query, hashOf(browser));
      if (finished.outcome !== 'signedIn') return finished;
      const { user, signInId, authenticatedAt } = finished;
      const begun = await store.write(async (writer) => {
        // The user may have been disabled, or signed out at the provider, since the sign-in was stored.
        const current = await writer.user(user.userId);
        if (current?.state !== 'active') return undefined;
        const fresh = await beginSession(writer, deps, user.userId, visitor, 'organisation', authenticatedAt);
        const isLinked = await writer.linkOrganisationSignIn(signInId, fresh.session.sessionId);
        if (!isLinked) throw new StatusError('SESSION_ENDED', 'The session has ended; sign in again.');
        return fresh;
      });
      return begun === undefined ? EXPIRED : { outcome: 'begun', begun };
    },
  };
}
