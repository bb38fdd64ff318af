import { createHash, randomBytes } from 'node:crypto';
import type { Send } from '../http.ts';
import { distinct, expectEqual, type Narrator, requirePresent, StoryError } from '../narrator.ts';
import type { Account, Application, Person } from './account.ts';
import type { DemoSession } from './api.ts';
import { browser, wordsOf } from './browser.ts';
import { readDiscovery } from './discovery.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

/** What the application remembers between request and response (RFC 6749 10.12, RFC 7636 4.1). */
interface Asked {
  readonly state: string;
  readonly verifier: string;
}

function authorizationAddress(application: Application, scopes: readonly string[], asked: Asked): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.id,
    redirect_uri: application.redirectUri,
    scope: scopes.join(' '),
    access_type: 'offline',
    state: asked.state,
    code_challenge: createHash('sha256').update(asked.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${application.authorizationUri}?${query}`;
}

async function tokens(
  send: Send,
  application: Application,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const form = { ...grant, client_id: application.id, client_secret: application.secret };
  const { ok, text } = await send({
    method: 'POST',
    path: application.tokenUri,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
  });
  if (!ok) throw new StoryError(`no tokens: ${text()}`);
  return JSON.parse(text()) as Tokens;
}

interface ConsentPage {
  readonly words: readonly string[];
  /** Submits the consent form and returns the code that the application receives. */
  allow(): Promise<string>;
  /** Exchanges the code for tokens, with the verifier of the challenge (RFC 7636 4.5). */
  exchange(code: string): Promise<Tokens>;
}

/** Goes through the pages of the server as a browser does: first sign-in, own password, consent. */
export async function signIn(
  send: Send,
  application: Application,
  { email, given, password }: Person,
  scopes: readonly string[],
): Promise<ConsentPage> {
  const asked = {
    state: randomBytes(16).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
  };
  const visitor = browser(send, application.redirectUri);
  const form = await visitor.open(authorizationAddress(application, scopes, asked));
  const change = await visitor.submit(form, '/sign-in', { email, password: given });
  const chosen = { email, password: given, 'new-password': password, repeat: password };
  const page = await visitor.submit(change, '/password', chosen);
  return {
    words: wordsOf(page.html),
    async allow() {
      const { url } = await visitor.submit(page, '/consent', { decision: 'allow' });
      expectEqual(url.searchParams.get('state'), asked.state, 'state');
      return requirePresent(url.searchParams.get('code') ?? undefined, 'the authorization code');
    },
    exchange: (code) =>
      tokens(send, application, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: application.redirectUri,
        code_verifier: asked.verifier,
      }),
  };
}

/** New tokens without user interaction (RFC 6749 6). */
export function refresh(send: Send, application: Application, { refresh_token }: Tokens): Promise<Tokens> {
  return tokens(send, application, { grant_type: 'refresh_token', refresh_token });
}

/** Goes from the discovery document to tokens. */
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

  tell.step('The application exchanges the code for tokens: authorization code flow with PKCE');
  const tokens = await page.exchange(code);
  expectEqual(distinct(tokens.scope.split(' ')), distinct(scopes), 'scopes');
  tell.result(`an access token for ${tokens.expires_in / 60} minutes and a refresh token`);
  return tokens;
}

export async function comeBackLater(
  { tell, api, account }: DemoSession,
  application: Application,
  send: Send,
  tokens: Tokens,
): Promise<void> {
  tell.step('Later the application refreshes its token without asking the user again');
  const fresh = await refresh(send, application, tokens);
  if (fresh.access_token === tokens.access_token) throw new StoryError('the access token is the old one');
  api.useToken(fresh.access_token);
  const { mediationGroups = [] } = await api.call('accounts.mediationGroups.list', { on: account });
  tell.result(`a new access token; it shows ${mediationGroups.length} groups, as the old one did`);
}
