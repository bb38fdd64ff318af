import { hash } from 'node:crypto';
import { HOUR } from '../../conventions/time.ts';
import { type LogoutNotice, type OrganisationSignIn, ProviderRefusal } from '../ports/organisation.ts';
import type { AccountReader } from '../ports/store.ts';
import type { OrganisationDeps, Party } from './deps.ts';
import { endSignIn } from './end-sign-in.ts';
import { userIdOf } from './person-of-claims.ts';

/** Longer than a logout token is accepted. */
const KEPT = HOUR;

async function meant(
  reader: AccountReader,
  { organisation: { id: organisationId, issuer } }: Party,
  { subject, session }: LogoutNotice,
): Promise<readonly OrganisationSignIn[]> {
  const userId = subject === undefined ? undefined : userIdOf(issuer, subject);
  if (session !== undefined) {
    const signIns = await reader.organisationSignIns({ organisationId, providerSession: session });
    return signIns.filter((one) => userId === undefined || one.userId === userId);
  }
  return userId === undefined ? [] : reader.organisationSignIns({ userId });
}

/**
 * Ends what the provider says has ended (OpenID Connect Back-Channel Logout 2.6). A token works once. @throws
 * ProviderRefusal, ProviderUnreachable
 */
export const backChannelLogout =
  ({ store, clock }: OrganisationDeps) =>
  async (party: Party, token: string): Promise<void> => {
    const notice = await party.provider.readLogoutToken(token);
    const { id } = party.organisation;
    const used = `logout-${hash('sha256', `${id}\n${notice.tokenId}`, 'base64url')}`;
    await store.write(async (writer) => {
      const at = clock();
      if (!(await writer.useOnce(used, at + KEPT)))
        throw new ProviderRefusal('the logout token was used before');
      for (const signIn of await meant(writer, party, notice))
        await endSignIn(writer, signIn, 'backChannelLogout', at);
    });
  };
