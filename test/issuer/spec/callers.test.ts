import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { refuseDangers } from '../../../src/server/config/unsafe-settings.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { ISSUER_ID, startWorld, type World } from '../../support/world.ts';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

let world: World;
let keys: Key[];
let published: Key[];
let folder: string;

const TOKEN_ISSUER = 'https://platform.example';

interface Changes {
  readonly iss?: string | undefined;
  readonly audience?: string;
  /** Seconds from now, like `issued` and `notBefore`. */
  readonly expires?: number | undefined;
  readonly issued?: number;
  readonly notBefore?: number;
}

/** A token of the wallet platform with these changes. */
async function token(key: Key, changes: Changes = {}): Promise<string> {
  const {
    iss,
    audience = ISSUER_ID,
    expires,
    issued,
    notBefore,
  } = {
    iss: TOKEN_ISSUER,
    expires: 60,
    ...changes,
  };
  const at = (seconds: number | undefined) =>
    seconds === undefined ? undefined : Math.floor(world.now() / 1000) + seconds;
  const claims = { iss, aud: audience, exp: at(expires), iat: at(issued), nbf: at(notBefore) };
  const given = Object.entries(claims).filter(([, value]) => value !== undefined);
  return new SignJWT(Object.fromEntries(given)).setProtectedHeader({ alg: 'ES256', kid: 'k0' }).sign(key);
}

const body = JSON.stringify({
  requestMetadata: { requestId: 'r-1', version: { major: 1 }, issuerId: ISSUER_ID },
  deviceReferenceId: 'd',
});

function call(authorization?: string, operation = 'getDeviceRegistrationNonce') {
  const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
  return world.post(`/v1/vdc/${operation}`, body, headers);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-callers-'));
  const pairs = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  keys = pairs.map(({ privateKey }) => privateKey);
  published = pairs.map(({ publicKey }) => publicKey);
  const jwks = join(folder, 'jwks.json');
  const jwkSet = await Promise.all(published.map((key) => exportJWK(key)));
  writeFileSync(jwks, JSON.stringify({ keys: jwkSet.map((key, index) => ({ ...key, kid: `k${index}` })) }));
  world = await startWorld({
    settings: { 'issuer.callers.jwks': jwks, 'issuer.callers.issuer': TOKEN_ISSUER },
  });
}, HOOK_TIMEOUT);

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const withKid = async (key: Key, kid: string): Promise<string> => {
  const jwt = new SignJWT({ iss: TOKEN_ISSUER }).setProtectedHeader({ alg: 'ES256', kid });
  jwt.setAudience(ISSUER_ID);
  return jwt.setExpirationTime(Math.floor(world.now() / 1000) + 60).sign(key);
};

describe('Requests carry permission credentials from the wallet platform', () => {
  it('a token may be issued up to 60 seconds in the future, because clocks differ', async () => {
    for (const issued of [-60, 0, 59])
      expect((await call(`Bearer ${await token(keys[0]!, { issued })}`)).status).toBe(200);
  });

  it.each([0, 1])('a token signed by any of the configured keys is accepted: key %i', async (index) => {
    expect((await call(`Bearer ${await withKid(keys[index]!, `k${index}`)}`)).status).toBe(200);
  });

  it.each(OPERATION_NAMES)(
    'without credentials %s is refused with permissionDenied, and the requestId is echoed',
    async (operation) => {
      const answer = await expectNothingWritten(world, () => call(undefined, operation));
      expectRefusal(answer, 'permissionDenied');
      expect([answer.status, answer.body.responseMetadata.requestId]).toEqual([403, 'r-1']);
    },
  );

  it.each(['nothing', 'healthCheck/x', '%zz', '%c3%28', 'x'.repeat(5000)])(
    'without credentials every path is refused with permissionDenied, also one that names no operation: %s',
    async (path) => {
      expectRefusal(await call(undefined, path), 'permissionDenied');
    },
  );

  it.each([
    ['no bearer token', async (): Promise<string> => 'Basic YTpi'],
    ['no JWT', async (): Promise<string> => 'Bearer abc'],
    [
      'a token by another key',
      async (): Promise<string> =>
        `Bearer ${await withKid((await generateKeyPair('ES256')).privateKey, 'k0')}`,
    ],
    [
      'a token for another audience',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { audience: 'other' })}`,
    ],
    [
      'a token by another issuer',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { iss: `${TOKEN_ISSUER}/` })}`,
    ],
    [
      'a token that names no issuer',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { iss: undefined })}`,
    ],
    [
      'a token issued more than 60 s ahead',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { issued: 62, expires: 120 })}`,
    ],
    [
      'a token that is not valid yet',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { notBefore: 2 })}`,
    ],
    [
      'a token that never expires',
      async (): Promise<string> => `Bearer ${await token(keys[0]!, { expires: undefined })}`,
    ],
    [
      'a token by a shared secret',
      async (): Promise<string> => {
        const jwt = new SignJWT({
          iss: TOKEN_ISSUER,
          aud: ISSUER_ID,
          exp: Math.floor(world.now() / 1000) + 60,
        });
        const secret = Buffer.from(JSON.stringify(await exportJWK(published[0]!)));
        return `Bearer ${await jwt.setProtectedHeader({ alg: 'HS256', kid: 'k0' }).sign(secret)}`;
      },
    ],
    ['an expired token', async (): Promise<string> => `Bearer ${await token(keys[0]!, { expires: -1 })}`],
    [
      'an unsigned token',
      async (): Promise<string> => `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    ],
  ] as const)('the credential %s is refused with permissionDenied', async (_, authorization) => {
    const header: string = await authorization();
    expectRefusal(await expectNothingWritten(world, () => call(header)), 'permissionDenied');
  });

  it('the production profile requires permission credentials', () => {
    const settings = loadSettings({ environment: {}, options: { profile: 'production' } });
    expect(() => refuseDangers(settings)).toThrow(/issuer\.callers: callers must show credentials/);
  });
});
