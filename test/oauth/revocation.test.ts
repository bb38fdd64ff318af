import { describe, expect, it } from 'vitest';
import { emailName } from '../../src/admin/contract/audit-log/email-name.ts';
import { sentenceText } from '../../src/admin/contract/audit-log/sentences.ts';
import { ACME, EMAIL, SCOPE, type TestClient, type Tokens, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

const verify = (token: string) => world().server.context.accounts.bearer.verify(`Bearer ${token}`);

function revoke(
  fields: Record<string, string> | readonly [string, string][],
  headers: Record<string, string> = {},
  query = '',
) {
  const body = new URLSearchParams(fields);
  return fetch(`${world().url}/oauth/revoke${query}`, { method: 'POST', body, headers });
}

async function refreshes({ id, secret }: TestClient, { refresh_token }: Tokens): Promise<boolean> {
  const fields = { grant_type: 'refresh_token', refresh_token, client_id: id, client_secret: secret };
  return (await world().token(fields)).status === 200;
}

async function granted(request = {}): Promise<{ client: TestClient; tokens: Tokens }> {
  const client = await world().client(request);
  return { client, tokens: await world().tokens(client, { access_type: 'offline' }) };
}

describe('The revocation endpoint', () => {
  it('revoking a refresh token revokes it and its access tokens at once', async () => {
    const { client, tokens } = await granted();
    await verify(tokens.access_token);
    const answer = await revoke({
      token: tokens.refresh_token ?? '',
      client_id: client.id,
      client_secret: client.secret ?? '',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    expect(await refreshes(client, tokens)).toBe(false);
    await expect(verify(tokens.access_token)).rejects.toThrow(/revoked/);
  });

  it('revoking an access token ends its refresh token too', async () => {
    const { client, tokens } = await granted();
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const answer = await revoke({ token: tokens.access_token }, { authorization: `Basic ${basic}` });
    expect(answer.status).toBe(200);
    expect(await refreshes(client, tokens)).toBe(false);
    await expect(verify(tokens.access_token)).rejects.toThrow(/revoked/);
  });

  it('the audit log names the client and the user when access begins and ends', async () => {
    const { client, tokens } = await granted({ name: 'Ad desk' });
    await revoke({
      token: tokens.refresh_token ?? '',
      client_id: client.id,
      client_secret: client.secret ?? '',
    });
    const { events } = await world().admin('listEvents', {
      subject: 'grant',
      orderBy: 'time desc',
      pageSize: 2,
    });
    const known = { client: (id: string) => (id === client.id ? 'Ad desk' : undefined) };
    const name = emailName(EMAIL);
    expect(events.map((event) => sentenceText(event, known))).toEqual([
      `Ad desk ended the access of Ad desk for ${name}`,
      `${name} allowed Ad desk to act for them`,
    ]);
  });

  it('revocation accepts what existing libraries send: the token in the query, and no client', async () => {
    const { client, tokens } = await granted();
    const answer = await revoke({}, {}, `?token=${encodeURIComponent(tokens.refresh_token ?? '')}`);
    expect(answer.status).toBe(200);
    expect(await refreshes(client, tokens)).toBe(false);
  });

  it('revocation works for a client without a secret', async () => {
    const { client, tokens } = await granted({ public: true });
    const answer = await revoke({ token: tokens.refresh_token ?? '', client_id: client.id });
    expect(answer.status).toBe(200);
    await expect(verify(tokens.access_token)).rejects.toThrow(/revoked/);
  });

  it('a revocation with wrong client credentials is refused, and revokes nothing', async () => {
    const { client, tokens } = await granted();
    const token = tokens.refresh_token ?? '';
    for (const [fields, headers] of [
      [{ token, client_id: client.id, client_secret: 'wrong' }, {}],
      [{ token, client_id: client.id }, {}],
      [{ token, client_id: 'unknown' }, {}],
      [{ token }, { authorization: `Basic ${Buffer.from(`${client.id}:wrong`).toString('base64')}` }],
      [{ token }, { authorization: 'Basic %%%' }],
      [
        { token, client_id: 'other' },
        { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      ],
    ] as const) {
      const answer = await revoke({ ...fields }, { ...headers });
      expect(answer.status).toBe(401);
      expect(((await answer.json()) as { error: string }).error).toBe('invalid_client');
      expect(answer.headers.has('www-authenticate')).toBe('authorization' in headers);
    }
    expect(await refreshes(client, tokens)).toBe(true);
  });

  it.each(['token', 'client_id', 'client_secret'])(
    'a revocation with a repeated %s is refused (RFC 6749 3.2), and revokes nothing',
    async (repeated) => {
      const { client, tokens } = await granted();
      const fields = { token: tokens.refresh_token ?? '', client_id: client.id, client_secret: 'wrong' };
      const answer = await revoke([...Object.entries(fields), [repeated, 'wrong']]);
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
      expect(await refreshes(client, tokens)).toBe(true);
    },
  );

  it('a client cannot revoke the token of another client', async () => {
    const { client, tokens } = await granted();
    const other = await world().client();
    const answer = await revoke({
      token: tokens.access_token,
      client_id: other.id,
      client_secret: other.secret ?? '',
    });
    expect(answer.status).toBe(400);
    expect(await refreshes(client, tokens)).toBe(true);
  });

  it('revocation answers 200 for an unknown token, and an error without a token', async () => {
    expect((await revoke({ token: 'unknown' })).status).toBe(200);
    expect((await revoke({ token: 'a.b.c' })).status).toBe(200);
    expect((await revoke({})).status).toBe(400);
    expect((await revoke({ token: 'x'.repeat(40_000) })).status).toBe(400);
  });

  it("a machine's token, and one that an operator issued, can be revoked", async () => {
    const machine = await world().client({ kind: 'machine', publishers: [ACME], scopes: ['readonly'] });
    const fields = { grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret };
    const first = (await world().token(fields)).body.access_token;
    const second = (await world().token(fields)).body.access_token;
    const handed = await world().admin('issueToken', { publishers: [ACME], scopes: [SCOPE.readonly] });
    for (const token of [first, handed.accessToken]) {
      await verify(token);
      expect((await revoke({ token })).status).toBe(200);
      await expect(verify(token)).rejects.toThrow(/revoked/);
    }
    expect((await verify(second)).subject).toBe(machine.id);
  });
});
