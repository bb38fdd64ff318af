import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BearerRefusal } from '../../src/http/oauth/index.ts';
import { ACME, NEWS, SCOPE, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const bearer = () => world().server.context.accounts.bearer;
const keys = () => world().server.context.accounts.server.keys;

async function refusal(authorization: string | undefined): Promise<BearerRefusal> {
  const outcome = await bearer()
    .verify(authorization)
    .catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(BearerRefusal);
  return outcome as BearerRefusal;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token like those of this server, with changed claims, header or key. */
function forged(claims: object = {}, header: object = {}, key = keys().current()[0]?.privateKey) {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: world().url,
    aud: world().url,
    sub: 'operator',
    client_id: 'operator',
    scope: SCOPE.readonly,
    publishers: [ACME],
    jti: 'jti',
    iat: now,
    exp: now + 60,
    ...claims,
  };
  const kid = keys().current()[0]?.keyId ?? '';
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(key as NonNullable<typeof key>);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('A request without a credential', () => {
  it.each([undefined, '', 'Basic YTpi', 'Bearer', 'Bearer ', 'bearer a b'])(
    'a request without a valid credential gets 401 with the reason: %s',
    async (header) => {
      const error = await refusal(header);
      expect([error.code, error.reason]).toEqual(['UNAUTHENTICATED', 'CREDENTIALS_MISSING']);
      expect(error.challenge).toBe(`Bearer realm="${world().url}"`);
    },
  );
});

describe('Access tokens', () => {
  it('a token of this server is accepted with the scheme in upper or lower case', async () => {
    const token = await forged();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await bearer().verify(`${scheme} ${token}`)).subject).toBe('operator');
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['for another audience', () => forged({ aud: 'https://other.example' })],
    ['without an audience', () => forged({ aud: undefined })],
    ['without an expiry', () => forged({ exp: undefined })],
    ['without a jti', () => forged({ jti: undefined })],
    ['without accounts', () => forged({ publishers: undefined })],
    ['that is an ID token', () => forged({}, { typ: 'JWT' })],
    ['signed by an unknown key', () => forged({}, { kid: 'unknown' })],
    ['without a key id', () => forged({}, { kid: undefined })],
    [
      'signed by somebody else',
      async () => forged({}, {}, (await generateKeyPair('ES256')).privateKey as never),
    ],
    ['that is not valid yet', () => forged({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    [
      'with the algorithm none',
      async () => {
        const [, payload] = (await forged()).split('.');
        return `${base64({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
      },
    ],
    [
      'signed by HS256 with our public key as the secret',
      async () => {
        const [, payload] = (await forged()).split('.');
        const [key] = keys().current();
        const head = base64({ alg: 'HS256', typ: 'at+jwt', kid: key?.keyId });
        const secret = key?.publicKey.export({ format: 'pem', type: 'spki' }) ?? '';
        const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
        return `${head}.${payload}.${signature}`;
      },
    ],
    [
      'with its own key in the header',
      async () => {
        const pair = await generateKeyPair('ES256', { extractable: true });
        const jwk = await exportJWK(pair.publicKey);
        return forged({}, { jwk }, pair.privateKey as never);
      },
    ],
    [
      'whose accounts were changed after signing',
      async () => {
        const [head, payload = '', signature] = (await forged()).split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        return `${head}.${base64({ ...claims, publishers: [NEWS] })}.${signature}`;
      },
    ],
  ])('a token is refused %s', async (_, make) => {
    const error = await refusal(`Bearer ${await make()}`);
    expect([error.code, error.reason]).toEqual(['UNAUTHENTICATED', 'ACCESS_TOKEN_INVALID']);
    expect(error.challenge).toBe(
      `Bearer realm="${world().url}", error="invalid_token", error_description="its signature, issuer, audience or type is wrong"`,
    );
  });

  it.each([
    ['text', 'abc'],
    [
      'a token of an unknown issuer',
      `${base64({ alg: 'ES256' })}.${base64({ iss: 'https://evil.example' })}.AAAA`,
    ],
    ['a token that is too long', 'x'.repeat(20_000)],
    ['an encrypted token', `${base64({ alg: 'dir', enc: 'A128GCM' })}....`],
  ])('a token of an unknown kind is refused: %s', async (_, token) => {
    expect((await refusal(`Bearer ${token}`)).reason).toBe('ACCESS_TOKEN_TYPE_UNSUPPORTED');
  });

  it('an expired token is refused, also if it was accepted before', async () => {
    const token = await forged();
    await bearer().verify(`Bearer ${token}`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const error = await refusal(`Bearer ${token}`);
    expect(error.reason).toBe('ACCESS_TOKEN_EXPIRED');
    expect(error.challenge).toContain('error="invalid_token"');
  });

  it('the token of a client that was never allowed is refused, even with a right signature', async () => {
    const token = await forged({ sub: 'user-x', client_id: 'client-x', grant_id: 'no-such-grant' });
    expect((await refusal(`Bearer ${token}`)).reason).toBe('ACCESS_TOKEN_REVOKED');
    const machine = await forged({ sub: 'client-x', client_id: 'client-x' });
    expect((await refusal(`Bearer ${machine}`)).reason).toBe('ACCESS_TOKEN_REVOKED');
  });

  it('an ID token is refused as an access token', async () => {
    const tokens = await world().tokens(await world().client(), { scope: `openid ${SCOPE.readonly}` });
    expect((await refusal(`Bearer ${tokens.id_token}`)).reason).toBe('ACCESS_TOKEN_INVALID');
  });
});

describe('Permissions of access tokens', () => {
  let caller: Awaited<ReturnType<ReturnType<typeof bearer>['verify']>>;
  beforeAll(async () => {
    caller = await bearer().verify(`Bearer ${await forged()}`);
  });

  const caught = (work: () => void): BearerRefusal => {
    try {
      work();
    } catch (error) {
      return error as BearerRefusal;
    }
    throw new Error('nothing was thrown');
  };

  it('any one of several allowed scopes is enough', () => {
    bearer().requireScope(caller, 'readonly', 'monetization');
    bearer().requireScope(caller, 'monetization', 'readonly');
  });

  it('a token without the scope is refused, and the refusal names the scope', () => {
    const error = caught(() => bearer().requireScope(caller, 'monetization'));
    expect([error.code, error.reason]).toEqual(['PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);
    expect(error.challenge).toBe(
      `Bearer realm="${world().url}", error="insufficient_scope", scope="${SCOPE.monetization}"`,
    );
  });

  it('a token is refused for another publisher, whether or not it exists', () => {
    bearer().requirePublisher(caller, ACME);
    for (const id of [NEWS, 'pub-9999999999999999']) {
      const error = caught(() => bearer().requirePublisher(caller, id));
      expect([error.code, error.reason]).toEqual(['PERMISSION_DENIED', 'PUBLISHER_NOT_GRANTED']);
      expect(error.challenge).toBe(
        `Bearer realm="${world().url}", error="insufficient_scope", error_description="the token gives no access to this publisher account"`,
      );
    }
  });
});
