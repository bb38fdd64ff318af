import { type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StatusError } from '../../src/conventions/status.ts';
import { BearerRefusal } from '../../src/http/oauth/index.ts';
import { type ForeignIssuer, startForeignIssuer } from '../support/foreign-issuer.ts';
import { ACME, type OAuthWorld, SCOPE, startOAuthWorld } from '../support/oauth-world.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const AUDIENCE = 'https://diptych.example/mediation';

let world: OAuthWorld;
let issuer: ForeignIssuer;
let second: ForeignIssuer;
let unused: ForeignIssuer;

beforeAll(async () => {
  issuer = await startForeignIssuer();
  second = await startForeignIssuer('ES256');
  unused = await startForeignIssuer('ES256');
  world = await startOAuthWorld({
    'oauth.issuers': [
      { issuer: issuer.url, audience: AUDIENCE },
      {
        issuer: second.url,
        audience: AUDIENCE,
        jwksUri: `${second.url}/keys`,
        publishersClaim: 'https://claims.example/pubs',
      },
      { issuer: unused.url, audience: AUDIENCE },
    ],
    'oauth.scopes.readonly': 'https://www.example.com/auth/ads.readonly',
  });
}, HOOK_TIMEOUT);
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await world.close();
  await Promise.all([issuer.close(), second.close(), unused.close()]);
});

const READONLY = 'https://www.example.com/auth/ads.readonly';
const claims = { sub: 'somebody', aud: AUDIENCE, azp: 'their-client', publishers: [ACME], scope: READONLY };

const verify = (token: string) => world.server.context.accounts.bearer.verify(`Bearer ${token}`);

async function reason(token: string): Promise<string> {
  const outcome = await verify(token).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(BearerRefusal);
  return (outcome as BearerRefusal).reason;
}

describe('Access tokens of a configured OpenID Connect issuer', () => {
  it('a token of a configured issuer is accepted: keys by discovery, scopes as whole strings, accounts from the claim', async () => {
    const caller = await verify(
      await issuer.sign({ ...claims, scope: `openid ${READONLY} ${SCOPE.monetization}` }),
    );
    expect(caller).toMatchObject({ issuer: issuer.url, subject: 'somebody', clientId: 'their-client' });
    expect([...caller.scopes]).toEqual(['readonly', 'monetization']);
    expect([...caller.publishers]).toEqual([ACME]);
  });

  it.each([
    ['scopes as a list', { scope: undefined, scp: [READONLY] }],
    ['accounts as text separated by spaces', { publishers: `${ACME} nonsense` }],
    ['several audiences', { aud: ['x', AUDIENCE] }],
  ])('a token of a configured issuer may have %s', async (_, changed) => {
    const caller = await verify(await issuer.sign({ ...claims, ...changed }));
    expect([[...caller.scopes], [...caller.publishers]]).toEqual([['readonly'], [ACME]]);
  });

  it('accounts are read from the configured claim; a token without it has none', async () => {
    const named = await second.sign({ ...claims, 'https://claims.example/pubs': [ACME], publishers: [] });
    expect([...(await verify(named)).publishers]).toEqual([ACME]);
    expect((await verify(await second.sign(claims))).publishers.size).toBe(0);
  });

  it.each([
    ['for another audience', { aud: 'https://other.example' }, 'ACCESS_TOKEN_INVALID'],
    ['that has expired', { exp: 1 }, 'ACCESS_TOKEN_EXPIRED'],
    ['without an expiry', { exp: undefined }, 'ACCESS_TOKEN_INVALID'],
    ['without a subject', { sub: undefined }, 'ACCESS_TOKEN_INVALID'],
    ['of an issuer that is not configured', { iss: 'https://evil.example' }, 'ACCESS_TOKEN_TYPE_UNSUPPORTED'],
  ])('a token of a configured issuer is refused %s', async (_, changed, expected) => {
    expect(await reason(await issuer.sign({ ...claims, ...changed } as JWTPayload))).toBe(expected);
  });

  it('a token that names another issuer, or this server, as its issuer is refused', async () => {
    expect(await reason(await second.sign({ ...claims, iss: issuer.url }))).toBe('ACCESS_TOKEN_INVALID');
    expect(await reason(await issuer.sign({ ...claims, iss: world.url }))).toBe('ACCESS_TOKEN_INVALID');
  });

  it('a token of a configured issuer without a signature is refused', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const token = new UnsecuredJWT({ ...claims, iss: issuer.url, exp }).encode();
    expect(await reason(token)).toBe('ACCESS_TOKEN_INVALID');
  });

  it('a token stays valid when the issuer rotates its key, and keys are not requested each time', async () => {
    const before = await issuer.sign(claims);
    await verify(before);
    const asked = issuer.keyRequests();
    await verify(await issuer.sign({ ...claims, sub: 'other' }));
    expect(issuer.keyRequests()).toBe(asked);
    await issuer.rotate();
    // The server waits before it loads the keys again, so that callers cannot cause many requests to the issuer.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await verify(await issuer.sign(claims));
    expect(issuer.keyRequests()).toBe(asked + 1);
    vi.useRealTimers();
  });

  it("a token gets 503 while the issuer's keys cannot be loaded", async () => {
    unused.breakDown();
    const outcome = await verify(await unused.sign(claims)).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(StatusError);
    expect((outcome as StatusError).code).toBe('UNAVAILABLE');
  });

  it('tokens of a configured issuer and of this server are both accepted', async () => {
    const { accessToken } = await world.admin('issueToken', { publishers: [ACME], scopes: [READONLY] });
    expect((await verify(accessToken)).subject).toBe('operator');
  });
});
