import { spawn } from 'node:child_process';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BIN } from '../support/bin.ts';
import { diptych, type Run } from '../support/cli.ts';
import { ACME, EMAIL, NEWS, SCOPE, useOAuthWorld } from '../support/oauth-world.ts';

const world = useOAuthWorld();

beforeAll(() => {
  const { url, token } = world().connection;
  vi.stubEnv('DIPTYCH_ADMIN_URL', url);
  vi.stubEnv('DIPTYCH_ADMIN_TOKEN', token);
});
afterAll(() => vi.unstubAllEnvs());

/** Runs the diptych command; `input` is its standard input. */
function piped(args: readonly string[], input: string): Promise<Run> {
  const child = spawn(process.execPath, [BIN, ...args], { env: process.env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (exit) => resolve({ exit: exit ?? -1, out, err })));
}

async function json(...args: readonly string[]) {
  return parsed(await diptych(...args, '--json'));
}

function parsed({ exit, out, err }: Run) {
  expect([exit, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const PUBLISHER = 'pub-4444444444444444';

describe('Commands for publishers, users, clients and tokens', () => {
  it('commands create a publisher account, a user of it and a client, and issue a token for curl', async () => {
    const publisher = await json('publishers', 'create', PUBLISHER, '--name', 'Fourth & Co');
    expect(publisher).toMatchObject({ id: PUBLISHER, displayName: 'Fourth & Co' });
    const { publishers } = await json('publishers', 'list');
    expect(publishers.map(({ id }: { id: string }) => id)).toContain(PUBLISHER);

    const create = ['users', 'create', 'cli@example.com', '--publisher', PUBLISHER, '--json'];
    const user = parsed(await piped(create, 'from a pipe, long\n'));
    expect(user).toMatchObject({ email: 'cli@example.com', publishers: [PUBLISHER], state: 'active' });
    const form = await world()
      .browser()
      .open(world().authorization(await world().client()));
    expect(form.status).toBe(200);

    const file = await json(
      'oauth',
      'clients',
      'create',
      'Reports',
      '--redirect-uri',
      'https://r.example/cb',
    );
    expect(Object.keys(file)).toEqual(['web']);
    expect(file.web.redirect_uris).toEqual(['https://r.example/cb']);

    const machine = ['oauth', 'clients', 'create', 'Nightly', '--machine', '--publisher', PUBLISHER];
    const { machine: secrets } = await json(...machine, '--scope', 'readonly');
    const { body } = await world().token({
      grant_type: 'client_credentials',
      client_id: secrets.client_id,
      client_secret: secrets.client_secret,
    });
    expect(decodeJwt(body.access_token)).toMatchObject({ publishers: [PUBLISHER], scope: SCOPE.readonly });

    const { out } = await diptych(
      'token',
      '--publisher',
      PUBLISHER,
      '--scope',
      SCOPE.monetization,
      '--ttl',
      '2m',
    );
    const claims = decodeJwt(out.trim());
    expect(claims).toMatchObject({ publishers: [PUBLISHER], scope: SCOPE.monetization });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120);
  });

  it('tokens issue gives monetization and readonly unless a scope is named', async () => {
    const { out } = await diptych('token', '--publisher', ACME);
    const scope = `${SCOPE.monetization} ${SCOPE.readonly}`;
    expect(decodeJwt(out.trim())).toMatchObject({ publishers: [ACME], scope });
    const help = await diptych('token', '--help');
    expect(help.out.replaceAll(/\s+/g, ' ')).toContain('(default: monetization and readonly)');
  });

  it('users update changes accounts, and sets no password if the piped one does not match', async () => {
    const changed = await json('users', 'publishers', EMAIL, '--remove', 'pub-2222222222222222');
    expect(changed.publishers).toEqual(['pub-1111111111111111']);
    const short = await diptych('users', 'password', EMAIL, '--password', 'short');
    expect([short.exit, short.err]).toEqual([1, expect.stringContaining('password')]);
    const none = await piped(['users', 'create', 'x@example.com'], '\n');
    expect([none.exit, none.err]).toEqual([2, expect.stringContaining('has no password')]);
    const { users } = await json('users', 'list');
    expect(JSON.stringify(users)).not.toContain('scrypt');
  });

  it('clients update changes redirect URIs and accounts, and nothing else', async () => {
    const client = await world().client({ redirectUris: ['https://old.example/cb'] });
    const change = ['oauth', 'clients', 'change'];
    const moved = await json(...change, client.id, '--redirect-uri', 'https://new.example/cb');
    expect(moved).toMatchObject({ name: 'Ad desk', kind: 'web', redirectUris: ['https://new.example/cb'] });
    const refused = await diptych(...change, client.id, '--redirect-uri', 'http://new.example/cb');
    expect([refused.exit, refused.err]).toEqual([
      1,
      'diptych: redirectUris.0 must begin with https:// (or http:// on this machine)\n',
    ]);
    const machine = await world().client({ kind: 'machine', publishers: [ACME, NEWS], scopes: ['readonly'] });
    const { body } = await world().token({
      grant_type: 'client_credentials',
      client_id: machine.id,
      client_secret: machine.secret,
    });
    await json(...change, machine.id, '--publisher', NEWS);
    const caller = await world().server.context.accounts.bearer.verify(`Bearer ${body.access_token}`);
    expect([...caller.publishers]).toEqual([NEWS]);
    expect((await diptych(...change, machine.id)).exit).toBe(2);
  });

  it('a command rotates the keys that sign tokens', async () => {
    const { keys } = await json('oauth', 'keys', 'rotate');
    expect(keys.map(({ stage }: { stage: string }) => stage)).toEqual(['retired', 'active', 'next']);
    const { out } = await diptych('oauth', 'keys', 'list');
    expect(out).toMatch(/^KEY +STAGE +SIGNS FROM\n/);
  });

  it('these commands print errors and exit with 1', async () => {
    const unknown = await diptych('users', 'disable', 'nobody@example.com', '--yes');
    expect([unknown.exit, unknown.err]).toEqual([1, 'diptych: there is no user with this id or email\n']);
    const twice = await diptych('users', 'create', EMAIL, '--password', 'long enough now');
    expect([twice.exit, twice.err]).toEqual([
      1,
      expect.stringMatching(
        /^diptych: --password shows .*\ndiptych: a user with this email exists already\n$/,
      ),
    ]);
    const ttl = await diptych('token', '--publisher', PUBLISHER, '--scope', 'readonly', '--ttl', 'soon');
    expect(ttl.exit).toBe(2);
    const nothing = await diptych('users', 'publishers', EMAIL);
    expect([nothing.exit, nothing.err]).toEqual([
      2,
      'diptych: name at least one change: --add or --remove\n',
    ]);
    const hidden = await diptych('oauth', 'clients', 'create', 'Ad\u202edesk');
    expect([hidden.exit, hidden.err]).toEqual([1, expect.stringContaining('control characters')]);
  });
});
