import { retryOnConflict } from '../../conventions/errors.ts';
import { MINUTE } from '../../conventions/time.ts';
import { type OrganisationSignIn, type ProviderAnswer, ProviderRefusal } from '../ports/organisation.ts';
import type { Operator } from '../ports/store.ts';
import { keepPerson, loseRole } from './begin-sign-in.ts';
import type { OrganisationDeps, Party } from './deps.ts';
import { type EndReason, endSignIn } from './end-sign-in.ts';
import { judge } from './judge.ts';
import { userIdOf } from './person-of-claims.ts';

/** Time between two questions, if the provider does not answer. */
const PAUSE = MINUTE;

type Confirmed = Operator & { readonly signIn: OrganisationSignIn };

/** Undefined if the sign-in ended. */
type Confirm = (operator: Confirmed, party: Party) => Promise<Confirmed | undefined>;

/** Asks the provider for the current role by the refresh token. */
export function confirmSignIn({ store, clock, cipher }: OrganisationDeps): Confirm {
  /** Of several processes one asks, because many providers accept a refresh token once only. */
  const claim = (signIn: OrganisationSignIn, askedAt: number) =>
    store.write((writer) => writer.updateOrganisationSignIn(signIn, { askedAt }));

  const end = async (signIn: OrganisationSignIn, reason: EndReason): Promise<undefined> => {
    await retryOnConflict(() =>
      store.write(async (writer) => {
        const at = clock();
        const { userId } = signIn;
        await endSignIn(writer, signIn, reason, at);
        // A token that is refused may only be an old one: another sign-in of the person still confirms the role.
        const others = await writer.organisationSignIns({ userId });
        if (reason !== 'refusedByProvider' || others.length === 0) await loseRole(writer, userId, at);
      }),
    );
  };

  const keep = (
    operator: Confirmed,
    party: Party,
    answer: ProviderAnswer,
  ): Promise<Confirmed | undefined> => {
    const { signIn } = operator;
    const verdict = judge(party.organisation, answer.claims);
    if (userIdOf(party.organisation.issuer, answer.claims.sub) !== signIn.userId)
      return end(signIn, 'refusedByProvider');
    if (verdict.outcome === 'refused') return end(signIn, verdict.reason);
    const { refreshToken } = answer;
    const change = {
      confirmedAt: clock(),
      ...(refreshToken !== undefined && { refreshToken: cipher.encrypt(refreshToken) }),
    };
    return retryOnConflict(() =>
      store.write(async (writer) => {
        if (!(await writer.updateOrganisationSignIn(signIn, change))) return undefined;
        const { role = 'viewer' } = await keepPerson(writer, party, answer, verdict.role, change.confirmedAt);
        return { ...operator, role, signIn: { ...signIn, ...change } };
      }),
    );
  };

  return async (operator, party) => {
    const { signIn } = operator;
    const sealed = signIn.refreshToken;
    const refreshToken = sealed === undefined ? undefined : cipher.decrypt(sealed);
    const askedAt = clock();
    if (refreshToken === undefined || askedAt < signIn.askedAt + PAUSE) return operator;
    if (!(await claim(signIn, askedAt))) return operator;
    const asked = { ...operator, signIn: { ...signIn, askedAt } };
    try {
      return await keep(asked, party, await party.provider.renew(refreshToken));
    } catch (error) {
      if (error instanceof ProviderRefusal) return end(asked.signIn, 'refusedByProvider');
      return asked;
    }
  };
}
