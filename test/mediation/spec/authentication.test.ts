import { describe, expect, it } from 'vitest';
import { EMAIL, PASSWORD, SCOPE, useOAuthWorld, VERIFIER } from '../../support/oauth-world.ts';
import { reasonOf } from '../http/support/envelope.ts';
import { clientOf, MAPPING, mappingsPath, ofLine } from '../http/support/panel.ts';
import {
  ACCOUNT,
  APPLOVIN,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const MISSING = `${GROUPS}/0000000000`;

/** Every endpoint of the specification. Paths of groups name a group that does not exist. */
const WRITES = [
  ['Create mediation group', 'POST', GROUPS, GROUP],
  ['Update mediation group', 'PATCH', MISSING, ofLine('1', { state: 'DISABLED' })],
  ['Create experiment', 'POST', `${MISSING}/mediationAbExperiments`, EXPERIMENT],
  [
    'Stop experiment',
    'POST',
    `${MISSING}/mediationAbExperiments:stop`,
    { variantChoice: 'VARIANT_CHOICE_A' },
  ],
  ['Create ad unit mapping', 'POST', mappingsPath(), MAPPING],
] as const;
const LISTS = [
  ['List mediation groups', 'GET', GROUPS],
  ['List ad sources', 'GET', `${ACCOUNT}/adSources`],
  ['List adapters', 'GET', `${ACCOUNT}/adSources/${APPLOVIN}/adapters`],
  ['List ad unit mappings', 'GET', mappingsPath()],
] as const;

describe('Authentication: credentials', () => {
  it.each([...WRITES, ...LISTS])(
    '%s without credentials gets 401',
    async (_, method, path, body = undefined) => {
      const answer = await client.refused(method, path, { body, token: null });
      expect([answer.status, answer.error.status, reasonOf(answer.error)]).toEqual([
        401,
        'UNAUTHENTICATED',
        'CREDENTIALS_MISSING',
      ]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    },
  );

  it.each(['Bearer', 'bearer', 'BEARER'])(
    'the access token is sent as Authorization: %s <ACCESS_TOKEN>',
    async (scheme) => {
      const headers = { authorization: `${scheme} ${world().token.read}` };
      expect((await world().call('GET', GROUPS, { token: null, headers })).status).toBe(200);
    },
  );

  it('a token that was not issued gets 401', async () => {
    const { status } = await world().call('GET', GROUPS, { token: 'ya29.not-issued' });
    expect(status).toBe(401);
  });
});

describe('Authentication: scopes', () => {
  it.each(WRITES)(
    '%s uses the monetization scope; the readonly scope is refused',
    async (_, method, path, body) => {
      const answer = await client.refused(method, path, { body, token: world().token.read });
      expect([answer.status, answer.error.status, reasonOf(answer.error)]).toEqual([
        403,
        'PERMISSION_DENIED',
        'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      ]);
      const token = await world().issueToken({ scopes: ['monetization'] });
      expect([200, 404]).toContain((await world().call(method, path, { body, token })).status);
    },
  );

  it.each(LISTS)('%s uses the readonly scope, or the monetization scope', async (_, method, path) => {
    for (const scope of ['readonly', 'monetization']) {
      const token = await world().issueToken({ scopes: [scope] });
      expect((await world().call(method, path, { token })).status).toBe(200);
    }
  });

  it('the scope <scope_base>/monetization allows to see, create and edit', async () => {
    const { path } = await newGroup(world());
    expect((await world().call('GET', path)).status).toBe(200);
    expect((await world().call('PATCH', path, { body: {} })).status).toBe(200);
  });
});

describe('Authentication: JSON bodies', () => {
  it('JSON bodies are sent with Content-Type: application/json', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await world().call('POST', GROUPS, { body: GROUP, headers })).status).toBe(200);
    const answer = await client.refused('POST', GROUPS, {
      body: GROUP,
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});

describe('Authentication: authorization', () => {
  const oauth = useOAuthWorld();
  const list = (token: string) =>
    fetch(`${oauth().url}${GROUPS}`, { headers: { authorization: `Bearer ${token}` } });

  it('the first authorization requires interactive consent by an account with access', async () => {
    const installed = await oauth().client();
    const visitor = oauth().browser();
    const page = await visitor.open(oauth().authorization(installed));
    expect(page.html).toContain('type="password"');
    const asked = await visitor.submit(page, '/sign-in', { email: EMAIL, password: PASSWORD });
    expect(asked.html).toMatch(/allow/i);
    const back = (await visitor.submit(asked, '/consent', { decision: 'allow' })).url;
    const { status, body } = await oauth().token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? undefined,
      redirect_uri: installed.redirectUri,
      code_verifier: VERIFIER,
      client_id: installed.id,
      client_secret: installed.secret,
    });
    expect(status).toBe(200);
    expect((await list(body.access_token)).status).toBe(200);
  });

  it('later runs refresh the token automatically, without showing a page', async () => {
    const installed = await oauth().client();
    const scope = `${SCOPE.monetization} ${SCOPE.readonly}`;
    const tokens = await oauth().tokens(installed, { scope, access_type: 'offline', prompt: 'consent' });
    const { status, body } = await oauth().token({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: installed.id,
      client_secret: installed.secret,
    });
    expect(status).toBe(200);
    expect((await list(body.access_token)).status).toBe(200);
  });
});
