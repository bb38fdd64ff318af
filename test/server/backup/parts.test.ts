import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutPassword } from '../../../src/server/backup/postgres-dump.ts';
import type { Settings } from '../../../src/server/config/settings.ts';
import { backups } from '../../../src/server/doctor/backups.ts';
import { dataFolder } from '../../../src/server/files/data-folder.ts';
import { lastBackup } from '../../../src/server/files/last-backup.ts';
import type { Inspection } from '../../../src/storage/inspection.ts';
import { diptych } from '../../support/cli.ts';
import { execute } from '../../support/database.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { makePlace } from './support.ts';

const SQLITE = {};
const POSTGRES = { url: 'postgres://diptych:s%40cret@127.0.0.1:1/diptych?connect_timeout=2' };
const HOUR = 3_600_000;

const world = useWorld();
const place = makePlace();
const folder = () => world().server.context.folder;
const bin = place.at('bin');

/** What pg_restore lists of a dump with these tables. */
const listOf = (...tables: readonly string[]) =>
  tables.map((name, at) => `${3000 + at}; 0 ${20_000 + at} TABLE DATA public ${name} diptych`).join('\n');

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Stand for the programs of PostgreSQL, whose version must be that of a server. */
beforeEach(() => {
  program(
    'pg_dump',
    `echo "$@" > ${bin}/arguments; echo "$PGPASSWORD" > ${bin}/password
     for one in "$@"; do case "$one" in --file=*) printf 'PGDMP of a test' > "\${one#--file=}";; esac; done`,
  );
  program('pg_restore', `cat <<'LIST'\n${listOf('holder', 'state_change')}\nLIST`);
  vi.stubEnv('PATH', [bin, process.env.PATH].join(delimiter));
});
afterEach(() => vi.unstubAllEnvs());
beforeAll(() => void mkdirSync(bin), HOOK_TIMEOUT);
afterAll(() => place.remove());

let made = 0;

/** Runs `diptych backup` with PostgreSQL, whose server does not answer: the programs above stand for it. */
async function backup(...options: readonly string[]) {
  made += 1;
  const to = place.at(`made-${made}`);
  vi.stubEnv('DIPTYCH_DATABASE_URL', POSTGRES.url);
  const run = await diptych('backup', '--data', folder().path, '--to', to, ...options);
  return { ...run, to };
}

const withKeys = ['--with-keys', '--passphrase-file', place.at('passphrase')];
const parts = () => Object.keys(lastBackup(folder())).toSorted();

describe('With PostgreSQL', () => {
  it('a backup of the keys says, in every form, that the database is not in it, and status does not count it as one', async () => {
    const { exit, out, to } = await backup(...withKeys);
    expect([exit, out]).toEqual([0, expect.stringContaining('THE DATABASE IS NOT IN IT')]);
    const verified = await diptych('backup', 'verify', to);
    expect([verified.exit, verified.out]).toEqual([0, expect.stringContaining('THE DATABASE IS NOT IN IT')]);
    expect(verified.out).not.toContain('complete');
    const asJson = await backup(...withKeys, '--json');
    expect(JSON.parse(asJson.out).files).toEqual({ 'keys.enc': expect.anything() });
    expect(asJson.err).toContain('THE DATABASE IS NOT IN IT');
    expect(parts()).toEqual(['keys']);
    const status = await world().admin('getStatus', {});
    expect(status).not.toHaveProperty('lastBackupTime');
    expect(status).toHaveProperty('lastKeysBackupTime');
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toContain('diptych_backup_age_seconds{part="keys"}');
    expect(metrics).not.toContain('part="database"');
  });

  it.each([
    ['the password in the address', {}],
    [
      'the password in a file',
      { DIPTYCH_DATABASE_URL: 'postgres://diptych@127.0.0.1:1/diptych', file: true },
    ],
  ])('--with-dump saves the database, and hides %s from other users', async (_, environment) => {
    if ('file' in environment) {
      writeFileSync(place.at('password'), 's@cret\n', { mode: 0o600 });
      vi.stubEnv('DIPTYCH_DATABASE_PASSWORD_FILE', place.at('password'));
    }
    const { exit, out } = await backup('--with-dump');
    expect([exit, out]).toEqual([0, expect.stringContaining('a dump of PostgreSQL, 15 bytes')]);
    expect(out).not.toContain('THE DATABASE IS NOT IN IT');
    expect(readFileSync(join(bin, 'arguments'), 'utf8')).not.toMatch(/cret/);
    expect(readFileSync(join(bin, 'password'), 'utf8')).toBe('s@cret\n');
    expect(await world().admin('getStatus', {})).toHaveProperty('lastBackupTime');
  });

  it('a backup of both parts is verified and restored, and a changed dump is refused', async () => {
    const { exit, out, to } = await backup('--with-dump', ...withKeys);
    expect([exit, out]).toEqual([0, expect.stringContaining('a dump of PostgreSQL, 15 bytes')]);
    expect(out).not.toContain('NOT IN IT');
    expect(parts()).toEqual(['database', 'keys']);
    expect(await diptych('backup', 'verify', to)).toMatchObject({ exit: 0 });
    const restored = await place.restore(to, place.at(`restored-${made}`));
    expect(restored.out).toContain(
      `pg_restore --no-owner --exit-on-error --dbname=AN_EMPTY_ONE ${to}/diptych.dump`,
    );
    chmodSync(join(to, 'diptych.dump'), 0o600);
    writeFileSync(join(to, 'diptych.dump'), 'PGDMP of a thief');
    expect(await diptych('backup', 'verify', to)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('was changed'),
    });
  });

  it('a key that is destroyed or made while the database is dumped is in the backup', async () => {
    const { keys } = folder();
    const [old, fresh] = [join(keys, '10AA.pem'), join(keys, '10BB.pem')];
    writeFileSync(old, 'a key', { mode: 0o600 });
    const dump = readFileSync(join(bin, 'pg_dump'), 'utf8');
    writeFileSync(join(bin, 'pg_dump'), `${dump}\numask 077; rm '${old}'; echo 'a key' > '${fresh}'\n`);
    const { to } = await backup('--with-dump', ...withKeys);
    const data = place.at(`restored-${made}`);
    await place.restore(to, data);
    expect(existsSync(join(data, 'keys', '10AA.pem'))).toBe(true);
    expect(existsSync(join(data, 'keys', '10BB.pem'))).toBe(true);
    rmSync(fresh);
  });

  it('a dump that was made before is taken', async () => {
    writeFileSync(place.at('before.dump'), 'PGDMP made before');
    const { exit, to } = await backup('--with-dump', place.at('before.dump'));
    expect([exit, readFileSync(join(to, 'diptych.dump'), 'utf8')]).toEqual([0, 'PGDMP made before']);
    expect(await diptych('backup', 'verify', to)).toMatchObject({ exit: 0 });
  });

  it('a dump is looked at where pg_restore is missing, too', async () => {
    vi.stubEnv('PATH', place.at('nothing'));
    const { exit } = await backup('--with-dump', place.at('before.dump'));
    expect(exit).toBe(0);
    expect((await backup('--with-dump', place.at('passphrase'))).err).toContain('is no dump of PostgreSQL');
  });

  it.each<[string, string, () => void]>([
    ['pg_dump fails', 'pg_dump failed: no route', () => program('pg_dump', 'echo "no route" >&2; exit 1')],
    ['pg_dump is missing', 'pg_dump is not installed', () => vi.stubEnv('PATH', place.at('nothing'))],
    ['pg_restore cannot read it', 'pg_restore --list failed', () => program('pg_restore', 'exit 1')],
    [
      'it is of another program',
      'no data of state_change',
      () => program('pg_restore', `echo '${listOf('x')}'`),
    ],
  ])('nothing is made and nothing is noted if %s', async (_, text, spoil) => {
    const before = lastBackup(folder());
    spoil();
    const { exit, err, to } = await backup('--with-dump', ...withKeys);
    expect([exit, err]).toEqual([1, expect.stringContaining(text)]);
    expect([existsSync(to), existsSync(`${to}.draft`)]).toEqual([false, false]);
    expect(lastBackup(folder())).toEqual(before);
  });
});

describe('With SQLite', () => {
  it('a database that was changed after the backup is not restored', async () => {
    const [to, data] = [place.at('changed'), place.at('changed-restored')];
    expect(await diptych('backup', '--data', folder().path, '--to', to)).toMatchObject({ exit: 0 });
    execute(join(to, 'diptych.sqlite'), 'pragma application_id = 7');
    const restored = await diptych('restore', '--from', to, '--data', data, '--erased-may-return');
    expect(restored).toMatchObject({ exit: 1, err: expect.stringContaining('diptych.sqlite was changed') });
    expect(existsSync(data)).toBe(false);
  });
});

describe('The last backup', () => {
  it('counts as never made if its file is damaged', () => {
    const data = dataFolder(place.path);
    for (const damaged of ['{', '{"keys":1}', 'x', '{"keys":"tomorrow"}', new Date().toISOString()]) {
      writeFileSync(data.lastBackup, damaged, { mode: 0o600 });
      expect(lastBackup(data)).toEqual({});
    }
  });

  const findings = (profile: string, database: { readonly url?: string }, hours: number) =>
    backups({
      settings: { profile, database, keys: { custody: 'files' } } as Settings,
      folder: folder(),
      database: {} as Inspection,
      now: Date.now() + hours * HOUR,
    });

  it('is told by doctor for database and keys apart', async () => {
    expect(await diptych('backup', '--data', folder().path, '--to', place.at('sqlite'))).toMatchObject({
      exit: 0,
    });
    expect(await findings('production', SQLITE, 1)).toMatchObject([
      { level: 'ok', text: expect.stringContaining('backup of the database') },
      { level: 'ok', text: expect.stringContaining('backup of the keys') },
    ]);
    expect(await findings('production', SQLITE, 30)).toMatchObject([
      { level: 'warning' },
      { level: 'warning' },
    ]);
    writeFileSync(folder().lastBackup, `{"keys":"${new Date().toISOString()}"}`, { mode: 0o600 });
    expect(await findings('production', POSTGRES, 1)).toMatchObject([
      { level: 'warning', remedy: expect.stringContaining('diptych backup --to FOLDER --with-dump') },
      { level: 'ok' },
    ]);
    expect(await findings('sandbox', POSTGRES, 1)).toEqual([]);
  });
});

describe('An address without its password', () => {
  it.each([
    ['postgres://a:b%40c@h/d', 'postgres://a@h/d', 'b@c'],
    ['postgres://a:b@h1:1,h2:2/d?sslmode=verify-full', 'postgres://a@h1:1,h2:2/d?sslmode=verify-full', 'b'],
    ['postgres:///d?host=/run&password=x%26y', 'postgres:///d?host=/run', 'x&y'],
    ['postgres:///d?password=x&host=/run', 'postgres:///d?host=/run', 'x'],
    ['postgres://a:b@h/d?password=x&password=y', 'postgres://a@h/d', 'y'],
    ['postgres://a@h/d', 'postgres://a@h/d', undefined],
  ])('%s', (url, plain, password) => {
    expect(withoutPassword(url)).toEqual({ url: plain, ...(password !== undefined && { password }) });
  });
});
