import { describe, expect, it } from 'vitest';
import { ACME, NEWS, OTHER, SCOPE, type TestClient, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);

const machine = (scopes: string[] = ['monetization', 'readonly']) =>
  world().client({ name: 'Nightly', kind: 'machine', publishers: [ACME, OTHER], scopes });

const credentials = ({ id, secret }: TestClient, scope?: string) =>
  world().token({ grant_type: 'client_credentials', client_id: id, client_secret: secret, scope });

describe('OAuth clients of machines', () => {
  it('a machine gets a token for the accounts and scopes that it was registered for', async () => {
    const { status, body } = await credentials(await machine());
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: `${SCOPE.monetization} ${SCOPE.readonly}` });
    expect(body.refresh_token).toBeUndefined();
    const caller = await verify(body.access_token);
    expect([...caller.publishers]).toEqual([ACME, OTHER]);
    expect([...caller.scopes]).toEqual(['monetization', 'readonly']);
    expect(caller.subject).toBe(caller.clientId);
  });

  it('a machine that requests more scopes than it is registered for gets only its registered scopes', async () => {
    const client = await machine();
    expect((await credentials(client, SCOPE.readonly)).body.scope).toBe(SCOPE.readonly);
    const { body } = await credentials(
      await machine(['readonly']),
      `${SCOPE.monetization} ${SCOPE.readonly}`,
    );
    expect(body.scope).toBe(SCOPE.readonly);
  });

  it.each([SCOPE.monetization, 'openid', 'unknown'])(
    'a machine that requests only scopes that it lacks gets invalid_scope (%s)',
    async (scope) => {
      const { status, body } = await credentials(await machine(['readonly']), scope);
      expect([status, body.error, body.access_token]).toEqual([400, 'invalid_scope', undefined]);
    },
  );

  it('a machine without its secret is refused', async () => {
    const client = await machine();
    expect((await credentials({ ...client, secret: 'wrong' })).status).toBe(401);
    expect((await credentials({ ...client, secret: undefined })).status).toBe(401);
  });

  it('a machine cannot use the sign-in page, and a client for users cannot act for itself', async () => {
    const client = await machine();
    const page = await world()
      .browser()
      .open(world().authorization({ ...client, redirectUri: 'https://x.example' }));
    expect(page.status).toBe(400);
    expect((await credentials(await world().client())).body.error).toMatch(
      /invalid_request|unauthorized_client/,
    );
  });

  it('a machine has no access after its client is deleted', async () => {
    const client = await machine();
    const { body } = await credentials(client);
    await world().admin('deleteOAuthClient', { client: client.id });
    await expect(verify(body.access_token)).rejects.toThrow(/revoked/);
  });

  it.each([
    [{ scopes: ['readonly'] }, /publishers/],
    [{ publishers: [NEWS] }, /scopes/],
    [{ publishers: ['pub-9999999999999999'], scopes: ['readonly'] }, /publishers\.0/],
    [{ publishers: [NEWS], scopes: ['everything'] }, /scopes\.0/],
    [{ publishers: [NEWS], scopes: ['readonly'], public: true }, /public/],
    [{ publishers: [NEWS], scopes: ['readonly'], redirectUris: ['https://x.example/'] }, /redirectUris\.0/],
  ])('a machine cannot be registered with %j', async (request, problem) => {
    await expect(world().client({ kind: 'machine', ...request })).rejects.toThrow(problem);
  });
});

describe('Tokens that an operator issues', () => {
  it('a token from an operator is for the requested accounts, scopes and time', async () => {
    const answer = await world().admin('issueToken', {
      publishers: [ACME],
      scopes: ['readonly', SCOPE.monetization],
      ttlSeconds: 60,
    });
    expect(Date.parse(answer.expireTime) - Date.now()).toBeLessThanOrEqual(60_000);
    const caller = await verify(answer.accessToken);
    expect(caller.subject).toBe('operator');
    expect([...caller.publishers]).toEqual([ACME]);
  });

  it('a token from an operator cannot be for an unknown account or unlimited in time', async () => {
    const scopes = ['readonly'];
    await expect(
      world().admin('issueToken', { publishers: ['pub-9999999999999999'], scopes }),
    ).rejects.toThrow(/publishers\.0/);
    await expect(
      world().admin('issueToken', { publishers: [ACME], scopes, ttlSeconds: 86_401 }),
    ).rejects.toThrow(/ttlSeconds/);
  });
});
