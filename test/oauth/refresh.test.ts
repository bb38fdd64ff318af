import { describe, expect, it, vi } from 'vitest';
import { EMAIL, PASSWORD, refresh, SCOPE, type TestClient, useOAuthWorld } from '../support/oauth-world.ts';
import { GIVEN_PASSWORD, ownPassword } from '../support/own-password.ts';

const world = useOAuthWorld();

const basic = ({ id, secret }: TestClient) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);

describe('Refresh tokens', () => {
  it.each([
    ['access_type=offline', { access_type: 'offline' }],
    ['the scope offline_access', { scope: `${SCOPE.readonly} offline_access` }],
    [
      'both and prompt=consent',
      { access_type: 'offline', prompt: 'consent', scope: `${SCOPE.readonly} offline_access` },
    ],
  ])('a refresh token is issued for %s', async (_, parameters) => {
    const tokens = await world().tokens(await world().client(), parameters);
    expect(tokens.refresh_token).toMatch(/^[\w-]{40,}$/);
  });

  it('in all other cases no refresh token is issued', async () => {
    const tokens = await world().tokens(await world().client(), { access_type: 'online' });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('the refresh token of a client with a secret stays the same, and so do its scope and accounts', async () => {
    const client = await world().client();
    const tokens = await world().tokens(client, { access_type: 'offline' });
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await refresh(world(), client, tokens.refresh_token);
      expect(status).toBe(200);
      expect(body.refresh_token).toBe(tokens.refresh_token);
      expect(body.scope).toBe(SCOPE.readonly);
      const caller = await verify(body.access_token);
      expect([...caller.publishers]).toEqual(['pub-1111111111111111', 'pub-2222222222222222']);
    }
  });

  it('the refresh token of a client without a secret rotates, and reusing an old one ends the grant', async () => {
    const client = await world().client({ public: true });
    const tokens = await world().tokens(client, { access_type: 'offline' });
    const second = await refresh(world(), client, tokens.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(tokens.refresh_token);
    const third = await refresh(world(), client, second.body.refresh_token);
    expect(third.status).toBe(200);
    const stolen = await refresh(world(), client, tokens.refresh_token);
    expect(stolen.body.error).toBe('invalid_grant');
    const honest = await refresh(world(), client, third.body.refresh_token);
    expect(honest.body.error).toBe('invalid_grant');
    await expect(verify(third.body.access_token)).rejects.toThrow(/revoked/);
  });

  it('concurrent use of a refresh token by a client without a secret also ends the grant', async () => {
    const client = await world().client({ public: true });
    const tokens = await world().tokens(client, { access_type: 'offline' });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => refresh(world(), client, tokens.refresh_token)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { body } of won) {
      expect((await refresh(world(), client, body.refresh_token)).body.error).toBe('invalid_grant');
      await expect(verify(body.access_token)).rejects.toThrow(/revoked/);
    }
  });

  it('a refresh may request fewer scopes than were granted, not more', async () => {
    const client = await world().client();
    const scope = `${SCOPE.monetization} ${SCOPE.readonly}`;
    const { refresh_token } = await world().tokens(client, { access_type: 'offline', scope });
    const less = await refresh(world(), client, refresh_token, SCOPE.readonly);
    expect(less.body.scope).toBe(SCOPE.readonly);
    const narrow = await world().tokens(client, { access_type: 'offline' });
    const more = await refresh(world(), client, narrow.refresh_token, SCOPE.monetization);
    expect(more.body.error).toBe('invalid_scope');
  });

  it('a refresh token is refused for another client', async () => {
    const { refresh_token } = await world().tokens(await world().client(), { access_type: 'offline' });
    const { body } = await refresh(world(), await world().client(), refresh_token);
    expect(body.error).toBe('invalid_grant');
  });

  it('only a hash of a refresh token is stored', async () => {
    const client = await world().client();
    const { refresh_token = '' } = await world().tokens(client, { access_type: 'offline' });
    const rows = await world()
      .server.context.database.reader.selectFrom('oauth_artifact')
      .selectAll()
      .where('model', '=', 'RefreshToken')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(refresh_token);
  });

  it('refresh tokens end with a new password, a disabled user and a deleted client', async () => {
    const { admin } = world();
    const password = 'another long password';
    const readmitted = async () => {
      await admin('enableUser', { user: EMAIL });
      await admin('setUserPassword', { user: EMAIL, password: GIVEN_PASSWORD });
      await ownPassword(world().server, EMAIL, GIVEN_PASSWORD, PASSWORD);
    };
    for (const end of [
      (user: string) => admin('setUserPassword', { user, password }),
      (user: string) => admin('disableUser', { user }),
      (user: string) => admin('signOutUser', { user }),
      (_: string, client: TestClient) => admin('deleteOAuthClient', { client: client.id }),
    ]) {
      await readmitted();
      const client = await world().client();
      const tokens = await world().tokens(client, { access_type: 'offline' });
      await end('ada@example.com', client);
      expect((await refresh(world(), client, tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
      await expect(verify(tokens.access_token)).rejects.toThrow(/revoked/);
    }
    await readmitted();
  });

  it('a refresh token expires, and its grant is deleted', async () => {
    const client = await world().client();
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const { reader } = world().server.context.database;
    const kept = async () => (await reader.selectFrom('oauth_consent').select('grant_id').execute()).length;
    expect(await kept()).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 366 * 86_400_000 });
    expect((await refresh(world(), client, refresh_token)).body.error).toBe('invalid_grant');
    const { store } = world().server.context.accounts;
    await store.write((writer) => writer.purge(Date.now(), 10_000));
    vi.useRealTimers();
    expect(await kept()).toBe(0);
    expect(await reader.selectFrom('oauth_artifact').select('model').execute()).toEqual([]);
  });

  it('a refresh omits accounts that the user has lost meanwhile', async () => {
    const client = await world().client();
    const tokens = await world().tokens(client, { access_type: 'offline' });
    const user = 'ada@example.com';
    await world().admin('changeUserPublishers', { user, remove: ['pub-2222222222222222'] });
    expect([...(await verify(tokens.access_token)).publishers]).toEqual(['pub-1111111111111111']);
    const { body } = await refresh(world(), client, tokens.refresh_token);
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.publishers).toEqual(['pub-1111111111111111']);
    await world().admin('changeUserPublishers', { user, add: ['pub-2222222222222222'] });
  });
});

describe('Client authentication at the token endpoint', () => {
  it('a client authenticates in the body or by Basic', async () => {
    const client = await world().client();
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const inBody = await refresh(world(), client, refresh_token);
    expect(inBody.status).toBe(200);
    const byBasic = await world().token({ grant_type: 'refresh_token', refresh_token }, basic(client));
    expect(byBasic.status).toBe(200);
    const withId = { grant_type: 'refresh_token', refresh_token, client_id: client.id };
    expect((await world().token(withId, basic(client))).status).toBe(200);
  });

  it.each([
    ['a wrong secret in the body', { client_secret: 'wrong' }, {}],
    ['no secret at all', {}, {}],
    ['the hash of the secret', { client_secret: 'hash' }, {}],
  ])('client authentication refuses %s', async (what, fields, headers) => {
    const client = await world().client();
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const row = await world()
      .server.context.database.reader.selectFrom('oauth_client')
      .select('secret_hash')
      .where('client_id', '=', client.id)
      .executeTakeFirstOrThrow();
    const secret = what.startsWith('the hash') ? { client_secret: row.secret_hash ?? '' } : fields;
    const request = { grant_type: 'refresh_token', refresh_token, client_id: client.id, ...secret };
    const { status, body } = await world().token(request, headers);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('a wrong Basic authentication is answered with a Basic challenge', async () => {
    const client = await world().client();
    const wrong = basic({ ...client, secret: 'wrong' });
    const answer = await world().token({ grant_type: 'refresh_token', refresh_token: 'x' }, wrong);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('a secret of a client that has none is refused', async () => {
    const client = await world().client({ public: true });
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const { status } = await refresh(world(), { ...client, secret: 'x' }, refresh_token);
    expect(status).toBe(401);
  });

  it('after a change of the secret the new one is accepted at once, and the old one refused', async () => {
    const client = await world().client();
    const { refresh_token } = await world().tokens(client, { access_type: 'offline' });
    const { file } = await world().admin('resetOAuthClientSecret', { client: client.id });
    expect((await refresh(world(), client, refresh_token)).status).toBe(401);
    const secret = file.installed?.client_secret;
    expect((await refresh(world(), { ...client, secret }, refresh_token)).status).toBe(200);
  });
});
