import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { IDENTITY_SCOPES } from '../../src/http/oauth/provider/tokens.ts';
import {
  EMAIL,
  exchangeOf,
  PASSWORD,
  refresh,
  SCOPE,
  type TestClient,
  useOAuthWorld,
} from '../support/oauth-world.ts';

const world = useOAuthWorld();

/** All selections, the empty one first. */
const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, index) => bits & (1 << index)));

const ASKED = subsets([SCOPE.readonly, ...IDENTITY_SCOPES]).filter((scopes) => scopes.length > 0);
const CASES = ASKED.flatMap((scopes) =>
  [undefined, 'offline'].map((how) => [scopes.join(' '), how] as const),
);

const sorted = (scope: string) => scope.split(' ').sort();

describe('The scope of an answer with tokens (RFC 6749 3.3, 5.1)', () => {
  it.each(CASES)('%s with access_type %s: it is what was asked for', async (scope, access_type) => {
    const client = await world().client();
    const tokens = await world().tokens(client, { scope, access_type, prompt: 'consent' });
    expect(sorted(tokens.scope)).toEqual(sorted(scope));
    const isOffline = access_type === 'offline' || scope.includes('offline_access');
    expect(tokens.refresh_token !== undefined).toBe(isOffline);
    if (tokens.refresh_token === undefined) return;
    const again = await refresh(world(), client, tokens.refresh_token);
    expect(sorted(again.body.scope)).toEqual(sorted(scope));
  });

  it('an unknown scope is left out, and a refresh names the scopes that it asked for', async () => {
    const client = await world().client();
    const scope = `${SCOPE.readonly} openid email profile`;
    const tokens = await world().tokens(client, { scope, access_type: 'offline' });
    expect(sorted(tokens.scope)).toEqual(sorted(`${SCOPE.readonly} openid email`));
    const less = await refresh(world(), client, tokens.refresh_token, `${SCOPE.readonly} openid`);
    expect(sorted(less.body.scope)).toEqual(sorted(`${SCOPE.readonly} openid`));
  });

  it('an access token names only the scopes of its audience (RFC 9068 2.2.3)', async () => {
    const client = await world().client();
    const both = await world().tokens(client, { scope: `openid ${SCOPE.readonly}` });
    expect(decodeJwt(both.access_token).scope).toBe(SCOPE.readonly);
    const alone = await world().tokens(client, { scope: 'openid' });
    expect(decodeJwt(alone.access_token).scope).toBeUndefined();
  });

  it('the scope that stands for access_type=offline cannot be asked for, and no document names it', async () => {
    const client = await world().client();
    const scope = `${SCOPE.readonly} access_type=offline`;
    const tokens = await world().tokens(client, { scope });
    expect([tokens.scope, tokens.refresh_token]).toEqual([SCOPE.readonly, undefined]);
    const document = await (await fetch(`${world().url}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({ scopes_supported: [...IDENTITY_SCOPES, ...Object.values(SCOPE)] });
  });
});

describe('The built-in client of operators', () => {
  const CONSOLE: TestClient = {
    id: 'diptych-console',
    secret: undefined,
    redirectUri: 'http://127.0.0.1:9004',
    file: {},
  };
  const grants = async () => (await world().admin('listEvents', { subject: 'grant' })).events.length;

  it.each(subsets(IDENTITY_SCOPES))(
    'it gets tokens after one sign-in, with %s %s %s too',
    async (...identity) => {
      await world().admin('setUserRole', { user: EMAIL, role: 'viewer' });
      const before = await grants();
      const asked = identity.filter((one) => one !== undefined);
      const scope = [...asked, 'admin'].join(' ');
      const address = world().authorization(CONSOLE, { scope, access_type: 'offline', nonce: 'n' });
      const visitor = world().browser();
      const page = await visitor.open(address);
      const back = await visitor.submit(page, '/sign-in', { email: EMAIL, password: PASSWORD });
      expect(back.url.origin).toBe(CONSOLE.redirectUri);
      expect(await grants()).toBe(before + 1);
      const { body } = await world().token(exchangeOf(CONSOLE, back.url));
      // Operators sign in each time, so their tokens are not refreshed.
      const given = asked.filter((one) => one !== 'offline_access');
      expect(sorted(body.scope)).toEqual(sorted([...given, 'admin'].join(' ')));
      expect(body.refresh_token).toBeUndefined();
    },
  );
});
