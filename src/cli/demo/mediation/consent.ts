import type { Send } from '../http.ts';
import type { Narrator } from '../narrator.ts';
import { distinct, expectEqual, StoryError } from '../outcome.ts';
import type { Account, Application } from './account.ts';
import type { Desk } from './desk.ts';
import { readDiscovery } from './discovery.ts';
import { refresh, signIn, type Tokens } from './sign-in.ts';

/** From the discovery document to tokens. */
export async function consentOnce(
  url: string,
  { application, engineer, publisherId }: Account,
  send: Send,
  tell: Narrator,
): Promise<Tokens> {
  const scopes = await readDiscovery(url, send, tell);
  tell.step(
    'She signs in, on pages without script, chooses a password of her own, and is asked for consent, once',
  );
  const page = await signIn(send, application, engineer, scopes);
  tell.show(page.words.map((line) => `│ ${line}`).join('\n'));
  if (!page.words.some((line) => line.includes(publisherId))) {
    throw new StoryError('the consent page does not name the publisher account');
  }
  const code = await page.allow();
  tell.result('she allows it; the browser goes back to the application with a code');

  tell.step('The application changes the code for tokens: authorization code flow with PKCE');
  const tokens = await page.exchange(code);
  expectEqual(distinct(tokens.scope.split(' ')), distinct(scopes), 'scopes');
  tell.result(`an access token for ${tokens.expires_in / 60} minutes and a refresh token`);
  return tokens;
}

export async function comeBackLater(
  { tell, api, account }: Desk,
  application: Application,
  send: Send,
  tokens: Tokens,
): Promise<void> {
  tell.step('Later the application refreshes its token; nobody is asked again');
  const fresh = await refresh(send, application, tokens);
  if (fresh.access_token === tokens.access_token) throw new StoryError('the access token is the old one');
  api.useToken(fresh.access_token);
  const { mediationGroups = [] } = await api.call('accounts.mediationGroups.list', { on: account });
  tell.result(`a new access token; it shows ${mediationGroups.length} groups, as the old one did`);
}
