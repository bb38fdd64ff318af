import { describe, expect, it } from 'vitest';
import { type TestClient, useOAuthWorld, VERIFIER } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };

async function exchange(client: TestClient, parameters: object, verifier: string | undefined) {
  const back = await world().allow(world().browser(), world().authorization(client, { ...parameters }));
  return world().token({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? undefined,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    client_id: client.id,
    client_secret: client.secret,
  });
}

describe('PKCE', () => {
  it('PKCE is required of clients without a secret', async () => {
    const client = await world().client({ public: true });
    const back = await world().browser().open(world().authorization(client, WITHOUT));
    expect(back.url.searchParams.get('error')).toBe('invalid_request');
    expect((await exchange(client, {}, VERIFIER)).status).toBe(200);
  });

  it('PKCE is optional for clients with a secret', async () => {
    expect((await exchange(await world().client(), WITHOUT, undefined)).status).toBe(200);
  });

  it.each([
    ['a wrong verifier', {}, 'a'.repeat(43)],
    ['no verifier', {}, undefined],
    ['a verifier without a challenge', WITHOUT, VERIFIER],
  ])('PKCE is checked whenever a challenge or a verifier is sent: %s', async (_, parameters, verifier) => {
    const { body } = await exchange(await world().client(), parameters, verifier);
    expect(body.error).toBe('invalid_grant');
  });

  it('PKCE accepts the method S256 only', async () => {
    const client = await world().client();
    const address = world().authorization(client, { code_challenge_method: 'plain' });
    const back = await world().browser().open(address);
    expect(back.url.searchParams.get('error')).toBe('invalid_request');
  });
});
