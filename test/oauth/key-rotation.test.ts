import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { ACME, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);
const kid = (token: string) => decodeProtectedHeader(token).kid;

async function published(): Promise<string[]> {
  const answer = await fetch(`${world().url}/oauth/jwks`);
  const { keys } = (await answer.json()) as { keys: { kid: string; d?: string }[] };
  for (const key of keys) expect(key.d).toBeUndefined();
  return keys.map((key) => key.kid);
}

describe('Rotation of the keys that sign tokens', () => {
  it('after a rotation earlier tokens stay valid, and the key that was published ahead signs', async () => {
    const client = await world().client();
    const before = await world().tokens(client, { access_type: 'offline' });
    const [active, next] = await published();
    expect(kid(before.access_token)).toBe(active);
    await world().admin('rotateOAuthKeys', {});
    const after = await world().tokens(client);
    expect(kid(after.access_token)).toBe(next);
    await verify(before.access_token);
    await verify(after.access_token);
    expect(await published()).toContain(active);
    const keys = createRemoteJWKSet(new URL(`${world().url}/oauth/jwks`));
    await jwtVerify(before.access_token, keys);
    const { body } = await world().token({
      grant_type: 'refresh_token',
      refresh_token: before.refresh_token,
      client_id: client.id,
      client_secret: client.secret,
    });
    expect(kid(body.access_token)).toBe(next);
  });

  it('a rotation does not interrupt a sign-in', async () => {
    const client = await world().client();
    const visitor = world().browser();
    const form = await visitor.open(world().authorization(client));
    await world().admin('rotateOAuthKeys', {});
    const consent = await visitor.submit(form, '/sign-in', {
      email: 'ada@example.com',
      password: 'correct horse battery',
    });
    await world().admin('rotateOAuthKeys', {});
    const back = await visitor.submit(consent, '/consent', { decision: 'allow' });
    expect(back.url.searchParams.get('code')).toBeTruthy();
  });

  it('replacing compromised keys revokes everything that they signed', async () => {
    const { accessToken } = await world().admin('issueToken', { publishers: [ACME], scopes: ['readonly'] });
    await verify(accessToken);
    const before = await published();
    const { keys } = await world().admin('rotateOAuthKeys', { compromised: true });
    expect(keys.map(({ stage }) => stage)).toEqual(['active', 'next']);
    expect((await published()).filter((id) => before.includes(id))).toEqual([]);
    await expect(verify(accessToken)).rejects.toThrow(/signature/);
    const fresh = await world().admin('issueToken', { publishers: [ACME], scopes: ['readonly'] });
    await verify(fresh.accessToken);
  });
});
