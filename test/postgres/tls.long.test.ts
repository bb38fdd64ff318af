import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { isExposed } from '../../src/storage/postgres/inspect.ts';
import { diptych } from '../support/cli.ts';
import { ownerOf } from '../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { tlsAuthority } from '../support/tls-authority.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld } from '../support/world.ts';
import { useBothPanels } from './support/both-panels.ts';

const SLOW = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'diptych-tls-'));
let server: PostgresServer;

/** Writes a file that PostgreSQL may read. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  const owner = ownerOf();
  if (owner) for (const owned of [folder, path]) chownSync(owned, owner.uid, owner.gid);
  return path;
}

beforeAll(async () => {
  const authority = await tlsAuthority('Private root');
  const { certificate, key } = await authority.issue('127.0.0.1');
  file('root.pem', authority.certificate);
  file('other.pem', (await tlsAuthority('Another root')).certificate);
  server = await startPostgres({
    settings: {
      ssl: 'on',
      ssl_cert_file: file('server.crt', certificate),
      ssl_key_file: file('server.key', key),
      hba_file: file('hba.conf', 'host all guarded all scram-sha-256\nhost all all all trust\n'),
      fsync: 'off',
    },
  });
}, HOOK_TIMEOUT);
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, HOOK_TIMEOUT);

/** The database's address with a root certificate that verifies the server. */
const known = (by: string, url = server.url('postgres')) =>
  `${url}?sslmode=verify-full&sslrootcert=${join(folder, by)}`;

async function refused(url: string) {
  vi.stubEnv('DIPTYCH_DATABASE_URL', url);
  const { exit, out, err } = await diptych('migrate', '--data', join(folder, 'data'));
  expect({ exit, out }).toEqual({ exit: 3, out: '' });
  return err;
}

describe('PostgreSQL with sslmode=verify-full', () => {
  it('verify-full accepts a server whose certificate is of the root in sslrootcert', {
    timeout: SLOW,
  }, async () => {
    const world = await startWorld({
      startAt: Date.now(),
      settings: { 'database.url': known('root.pem') },
    });
    await useBothPanels([world]);
    const connections = queryPostgres(
      server.url('postgres'),
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
       where datname = 'postgres' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    expect(connections.length).toBeGreaterThan(0);
    for (const { ssl } of connections) expect(ssl).toBe(true);
    await world.close();
  });

  it('verify-full refuses a server certificate of another root', async () => {
    expect(await refused(known('other.pem'))).toMatch(
      /cannot be reached: .*certificate.*; name the root of its certificate in sslrootcert of the URL/,
    );
  });

  it('verify-full refuses a server certificate of a private root if no root is configured', async () => {
    expect(await refused(`${server.url('postgres')}?sslmode=verify-full`)).toMatch(
      /cannot be reached: .*certificate.*; name the root of its certificate in sslrootcert of the URL/,
    );
  });

  it('verify-full refuses a server certificate for another host name', async () => {
    const url = server.url('postgres').replace('127.0.0.1', 'localhost');
    expect(await refused(known('root.pem', url))).toMatch(
      /cannot be reached: .*localhost.*; name the server in the URL as its certificate does/,
    );
  });

  it('verify-full is refused if the file with the root does not exist', async () => {
    expect(await refused(known('none.pem'))).toMatch(/cannot be reached: ENOENT.*none\.pem/);
  });
});

it('if the server asks for a password and the URL has none, the message names the remedy', async () => {
  queryPostgres(server.url('postgres'), "create role guarded login password 'secret'");
  for (const absent of ['', ':'])
    expect(await refused(server.url('postgres').replace('postgres@', `guarded${absent}@`))).toMatch(
      /cannot be reached: .*client password must be.*; name the password in the URL or in database\.passwordFile/,
    );
});

describe('A PostgreSQL server with a wrong certificate', () => {
  it.each([
    'sslmode=verify-full&sslrootcert=OTHER',
    'sslmode=verify-ca&sslrootcert=OTHER',
    'sslmode=require',
    'sslmode=prefer',
    'ssl=true',
    'uselibpqcompat=true&sslmode=verify-full&sslrootcert=OTHER',
    'sslmode=no-verify&sslrootcert=OTHER',
    'ssl=no-verify',
    'uselibpqcompat=true&sslmode=prefer',
    'uselibpqcompat=true&sslmode=require',
    'sslmode=disable',
  ])('production refuses the parameters %s exactly if they accept a wrong certificate', async (query) => {
    const parameters = query.replace('OTHER', join(folder, 'other.pem'));
    const client = new pg.Client({ connectionString: `${server.url('postgres')}?${parameters}` });
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) await client.end();
    expect(isExposed(`postgres://db.example/d?${parameters}`)).toBe(isConnected);
  });

  it('verify-ca accepts a certificate for another host name, as in libpq; the production profile refuses verify-ca', async () => {
    const query = `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${join(folder, 'root.pem')}`;
    const url = server.url('postgres').replace('127.0.0.1', 'localhost');
    const client = new pg.Client({ connectionString: `${url}?${query}` });
    await client.connect();
    await client.end();
    expect(isExposed(`postgres://db.example/d?${query}`)).toBe(true);
  });
});

describe('PostgreSQL without TLS', () => {
  it('PostgreSQL without TLS is refused with sslmode=verify-full', { timeout: SLOW }, async () => {
    // That of the other tests.
    expect(await refused(known('root.pem', `${inject('postgres')}postgres`))).toMatch(
      /cannot be reached: .*does not support SSL.*; turn ssl on there, or leave sslmode out of the URL/,
    );
  });
});
