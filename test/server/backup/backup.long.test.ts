import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BIN } from '../../support/bin.ts';
import { diptych } from '../../support/cli.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startServing } from '../../support/world.ts';
import { makePlace, modesBelow, PASSPHRASE } from './support.ts';

const place = makePlace();
const data = place.at('data');

beforeAll(async () => {
  const serving = await startServing({ folder: data });
  await serving.close();
  writeFileSync(place.at('data', 'operator.token'), 'secret-of-an-operator');
}, HOOK_TIMEOUT);
afterAll(() => place.remove());
afterEach(() => vi.unstubAllEnvs());

const backup = (...args: readonly string[]) => diptych('backup', '--data', data, ...args);
const withKeys = ['--with-keys', '--passphrase-file', place.at('passphrase')];

describe('diptych backup', () => {
  it('a backup holds the database and a manifest, and no keys unless they are requested', async () => {
    const { exit, out } = await backup('--to', place.at('plain'));
    expect(exit).toBe(0);
    expect(readdirSync(place.at('plain')).sort()).toEqual([
      'diptych.sqlite',
      'manifest.json',
      'manifest.sha256',
    ]);
    expect(out).toMatch(/The keys are not in it/);
  });

  it('a backup holds encrypted keys if they are requested, and never the tokens', async () => {
    expect(await backup('--to', place.at('keyed'), ...withKeys)).toMatchObject({ exit: 0 });
    const files = readdirSync(place.at('keyed'));
    expect(files.sort()).toEqual(['diptych.sqlite', 'keys.enc', 'manifest.json', 'manifest.sha256']);
    const content = Buffer.concat(files.map((name) => readFileSync(place.at('keyed', name)))).toString(
      'latin1',
    );
    const secrets = [
      'PRIVATE KEY',
      'secret-of-an-operator',
      PASSPHRASE,
      readFileSync(place.at('data', 'admin.token'), 'utf8').trim(),
      readFileSync(place.at('data', 'keys', 'code.key'), 'utf8').trim(),
    ];
    for (const secret of secrets) expect(content.includes(secret)).toBe(false);

    expect(await place.restore(place.at('keyed'), place.at('restored'))).toMatchObject({ exit: 0 });
    const parts = ['diptych.sqlite', 'erased-may-return.json', 'keys'];
    expect(readdirSync(place.at('restored')).sort()).toEqual(parts);
    const names = readdirSync(place.at('data', 'keys'), { recursive: true }).map(String).sort();
    expect(readdirSync(place.at('restored', 'keys'), { recursive: true }).map(String).sort()).toEqual(names);
    for (const name of names.filter((one) => /\./.test(one)))
      expect(readFileSync(place.at('restored', 'keys', name)), name).toEqual(
        readFileSync(place.at('data', 'keys', name)),
      );
  });

  it('the backup and the restored folder are readable by the owner only, whatever the umask', async () => {
    mkdirSync(place.at('here'));
    chmodSync(place.at('here'), 0o755);
    const commands = [
      ['backup', '--data', data, '--to', place.at('open'), ...withKeys],
      [
        'restore',
        '--from',
        place.at('open'),
        '--data',
        place.at('here'),
        '--erased-may-return',
        ...withKeys.slice(1),
      ],
    ];
    for (const args of commands) {
      const script = 'umask 0; exec "$0" "$@"';
      const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, BIN, ...args], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
    for (const folder of [place.at('open'), place.at('here')])
      for (const [path, mode] of modesBelow(folder))
        expect([path, mode]).toEqual([path, /\.[a-z0-9]+$/.test(path) ? '600' : '700']);
  });

  it('diptych backup verify checks a backup and changes nothing', async () => {
    const before = modesBelow(place.at('keyed'));
    const closed = await diptych('backup', 'verify', place.at('keyed'));
    expect(closed).toMatchObject({ exit: 0, out: expect.stringContaining('The keys were not opened') });
    const opened = await place.verify(place.at('keyed'));
    expect(opened).toMatchObject({ exit: 0, out: expect.not.stringContaining('The keys were not opened') });
    expect(modesBelow(place.at('keyed'))).toEqual(before);
  });

  it('diptych backup prints its manifest as JSON', async () => {
    const { out } = await backup('--to', place.at('json'), '--json');
    expect(JSON.parse(out)).toEqual(JSON.parse(readFileSync(place.at('json', 'manifest.json'), 'utf8')));
    expect(JSON.parse(out)).toMatchObject({ format: 1, keysElsewhere: [], tables: { issuer_key: 4 } });
  });

  it('diptych backup names the keys in use whose private keys are not in files', async () => {
    const names = readdirSync(place.at('data', 'keys')).filter((one) => one.endsWith('.pem'));
    const [name = ''] = names;
    const path = place.at('data', 'keys', name);
    const content = readFileSync(path);
    rmSync(path);
    try {
      const { out } = await backup('--to', place.at('offline'));
      const hint = `in a token or kept offline: ${name.replace('.pem', '')}. If they are in a token, back it up`;
      expect(out).toContain(hint);
      const verified = await diptych('backup', 'verify', place.at('offline'));
      expect(verified.out).toContain(hint);
    } finally {
      writeFileSync(path, content, { mode: 0o600 });
    }
  });

  it('diptych backup reports that keys in a PKCS#11 token are not included', async () => {
    vi.stubEnv('DIPTYCH_KEYS_CUSTODY', 'pkcs11');
    const { out } = await backup('--to', place.at('token'), ...withKeys);
    expect(out).toContain('Keys in the PKCS#11 token are not in it');
  });
});

describe('diptych backup is refused', () => {
  const refused = async (exit: number, text: RegExp, ...args: readonly string[]) => {
    const before = readdirSync(place.path);
    const run = await backup(...args);
    expect(run).toEqual({ exit, out: '', err: expect.stringMatching(text) });
    expect(readdirSync(place.path)).toEqual(before);
  };
  const passphrase = (text: string) => {
    writeFileSync(place.at('other'), text);
    return ['--to', place.at('none'), '--with-keys', '--passphrase-file', place.at('other')];
  };

  it('a backup into a folder that is not empty is refused', () => refused(1, /is not empty/, '--to', data));

  it('a backup is refused while the same one is running, or was interrupted', async () => {
    mkdirSync(place.at('twice.draft'));
    await refused(1, /twice\.draft exists: another backup/, '--to', place.at('twice'));
  });

  it('a backup to a place that cannot be written is refused', () =>
    refused(1, /EEXIST/, '--to', place.at('passphrase', 'below')));

  it('diptych backup without --to is wrong usage', () => refused(2, /--to FOLDER/));

  it('a backup of a folder without a database is refused', () =>
    refused(2, /there is no database/, '--data', place.at('nowhere'), '--to', place.at('none')));

  it('a short passphrase for a backup is refused', () =>
    refused(2, /fewer than 12 characters/, ...passphrase('short\n')));

  it('a passphrase file of more than one line is refused', () =>
    refused(2, /must hold the passphrase as one line/, ...passphrase('a long first line\nand another\n')));

  it('a passphrase without --with-keys is refused', () =>
    refused(2, /add --with-keys/, '--to', place.at('none'), '--passphrase-file', place.at('passphrase')));

  it('--with-keys without a passphrase is refused if there is no terminal', () =>
    refused(2, /--passphrase-file/, '--to', place.at('none'), '--with-keys'));
});

describe('diptych backup with PostgreSQL', () => {
  const postgres = () => vi.stubEnv('DIPTYCH_DATABASE_URL', 'postgres://diptych@127.0.0.1:1/diptych');

  it('diptych backup without --with-keys refuses PostgreSQL and names its tools', async () => {
    postgres();
    const { exit, err } = await backup('--to', place.at('pg'));
    expect({ exit, err }).toEqual({
      exit: 2,
      err: expect.stringMatching(/pg_dump.*pg_basebackup.*backup\.md.*--with-keys/),
    });
    expect(existsSync(place.at('pg'))).toBe(false);
  });

  it('with PostgreSQL diptych backup saves the keys, which are restored without a database', async () => {
    postgres();
    const { exit, out } = await backup('--to', place.at('pg'), ...withKeys);
    expect({ exit, out }).toEqual({
      exit: 0,
      out: expect.stringContaining('diptych backup --with-dump saves it'),
    });
    const restored = await place.restore(place.at('pg'), place.at('from-pg'));
    expect(restored).toMatchObject({ exit: 0, out: expect.stringContaining('database.url') });
    expect(readdirSync(place.at('from-pg')).sort()).toEqual(['erased-may-return.json', 'keys']);
  });
});
