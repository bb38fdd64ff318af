import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diptych } from '../../support/cli.ts';
import { property } from '../../support/runs.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startServing } from '../../support/world.ts';
import { makePlace } from './support.ts';

const FILES = ['diptych.sqlite', 'keys.enc', 'manifest.json', 'manifest.sha256'] as const;
const SLOW = 240_000;

const place = makePlace();
const data = place.at('data');
const good = place.at('good');

beforeAll(async () => {
  const serving = await startServing({ folder: data });
  await serving.close();
  expect(await place.backup(data, good)).toMatchObject({ exit: 0 });
}, HOOK_TIMEOUT);
afterAll(() => place.remove());

/** Changes a copy of the good backup with `spoil`, then runs restore and verify on it. */
async function afterwards(spoil: (folder: string) => void, options: { readonly keys: boolean }) {
  const spoilt = place.at('spoilt');
  const target = place.at('made', 'by', 'restore');
  cpSync(good, spoilt, { recursive: true });
  try {
    spoil(spoilt);
    const closed = ['restore', '--from', spoilt, '--data', target, '--no-keys', '--erased-may-return'];
    const restored = await (options.keys ? place.restore(spoilt, target) : diptych(...closed));
    const verified = await (options.keys ? place.verify(spoilt) : diptych('backup', 'verify', spoilt));
    const isLeft = existsSync(place.at('made'));
    return { restored, verified, isLeft };
  } finally {
    rmSync(spoilt, { recursive: true, force: true });
    rmSync(place.at('made'), { recursive: true, force: true });
  }
}

/** `keys`: restores the keys too. Deriving their key from the passphrase is slow by design. */
async function expectRefused(
  spoil: (folder: string) => void,
  reason: RegExp,
  { keys = false } = {},
): Promise<void> {
  const { restored, verified, isLeft } = await afterwards(spoil, { keys });
  for (const { exit, err, out } of [restored, verified]) {
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toMatch(reason);
    expect(err.trim().split('\n'), 'one line, no trace').toHaveLength(1);
  }
  expect(isLeft, 'something is left behind').toBe(false);
}

/** Changes the manifest and its checksum, like an attacker. */
function alterManifest(folder: string, alter: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  alter(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(path, text);
  const sum = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(folder, 'manifest.sha256'), `${sum}  manifest.json\n`);
}

/** Changes the database and its checksum in the manifest. */
function alterDatabase(folder: string, alter: (path: string) => void): void {
  const path = join(folder, 'diptych.sqlite');
  alter(path);
  const content = readFileSync(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const digest = { bytes: content.length, sha256 };
  alterManifest(folder, ({ files }) => Object.assign(files as object, { 'diptych.sqlite': digest }));
}

const execute = (statement: string) => (path: string) => {
  const database = new SqliteConnection(path);
  database.exec(statement);
  database.close();
};

/** Overwrites a page of 4096 bytes in the middle of the file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4096 * 3, 4096 * 4);
  writeFileSync(path, bytes);
}

describe('A backup that was changed', () => {
  it('the unchanged backup is accepted', async () => {
    const { restored, verified } = await afterwards(() => {}, { keys: true });
    expect([restored.exit, verified.exit]).toEqual([0, 0]);
  });

  it.each(FILES)('a backup is refused with any byte of %s changed', { timeout: SLOW }, async (name) => {
    const length = readFileSync(join(good, name)).length;
    const change = fc.tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([offset, bits]) => {
        const flip = (folder: string) => {
          const bytes = readFileSync(join(folder, name));
          bytes.writeUInt8(bytes.readUInt8(offset) ^ bits, offset);
          writeFileSync(join(folder, name), bytes);
        };
        await expectRefused(flip, /was changed/);
      }),
      property(20),
    );
  });

  it.each(FILES)('a backup is refused with %s shorter, longer or missing', async (name) => {
    const at = (folder: string) => join(folder, name);
    await expectRefused((folder) => truncateSync(at(folder), 40), /was changed/);
    await expectRefused((folder) => appendFileSync(at(folder), '\n'), /was changed/);
    await expectRefused((folder) => rmSync(at(folder)), /holds no/);
  });

  it.each(['diptych.sqlite-wal', 'diptych.sqlite-journal'])(
    'a backup is refused if there is a %s next to it',
    (name) =>
      expectRefused((folder) => writeFileSync(join(folder, name), 'x'), /which is not part of the backup/),
  );

  it('a backup is refused if its database does not match its keys', () =>
    expectRefused(
      (folder) => alterDatabase(folder, execute(`update state_change set actor = 'nobody'`)),
      /the keys were saved with another/,
      { keys: true },
    ));

  it.each([['other counts', 'configuration_baseline', /does not match its manifest/]])(
    'a backup is refused when its manifest has %s',
    (_, table, reason) =>
      expectRefused(
        (folder) => alterManifest(folder, ({ tables }) => Object.assign(tables as object, { [table]: 7 })),
        reason,
      ),
  );

  it.each([
    ['a newer format', { format: 2 }],
    ['an unknown file', { files: { '../../escape': { bytes: 1, sha256: '0'.repeat(64) } } }],
    ['an unknown member', { more: true }],
  ])('a backup is refused if its manifest has %s', (_, members) =>
    expectRefused(
      (folder) => alterManifest(folder, (manifest) => Object.assign(manifest, members)),
      /has a format/,
    ),
  );

  it('a backup of a newer version is refused, also without its keys', async () => {
    const spoilt = place.at('newer');
    expect(await diptych('backup', '--data', data, '--to', spoilt)).toMatchObject({ exit: 0 });
    alterDatabase(spoilt, execute(`insert into kysely_migration values ('999-later', '2030-01-01')`));
    const { exit, err } = await place.restore(spoilt, place.at('made'));
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringMatching(/newer; restore with that version .*999-later/),
    });
    expect(existsSync(place.at('made'))).toBe(false);
  });

  it('a backup is refused when SQLite finds its database damaged', async () => {
    const spoilt = place.at('damaged');
    expect(await diptych('backup', '--data', data, '--to', spoilt)).toMatchObject({ exit: 0 });
    alterDatabase(spoilt, damage);
    const { exit, err } = await place.restore(spoilt, place.at('made'));
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringMatching(/damaged|SQLITE_CORRUPT/) });
    expect(existsSync(place.at('made'))).toBe(false);
  });
});

describe('Refusals of diptych restore', () => {
  const restore = (target: string) => place.restore(good, target);

  it('a restore with a wrong passphrase is refused, and leaves no files', async () => {
    writeFileSync(place.at('wrong'), 'wrong horse battery staple');
    const args = [
      'restore',
      '--from',
      good,
      '--data',
      place.at('made'),
      '--erased-may-return',
      '--passphrase-file',
      place.at('wrong'),
    ];
    const { exit, err } = await diptych(...args);
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining('the passphrase is wrong') });
    expect(existsSync(place.at('made'))).toBe(false);
    expect(await diptych('backup', 'verify', good, '--passphrase-file', place.at('wrong'))).toMatchObject({
      exit: 1,
    });
  });

  it('a restore without a passphrase is refused if there is no terminal', async () => {
    const { exit, err } = await diptych(
      'restore',
      '--from',
      good,
      '--data',
      place.at('made'),
      '--erased-may-return',
    );
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining('--passphrase-file') });
    expect(existsSync(place.at('made'))).toBe(false);
  });

  it('a restore into a folder with a database is refused', async () => {
    expect(await restore(data)).toMatchObject({ exit: 1, err: expect.stringContaining('exists already') });
  });

  it('a restore into a folder with keys is refused', async () => {
    mkdirSync(place.at('taken', 'keys'), { recursive: true });
    expect(await restore(place.at('taken'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('keys exists already'),
    });
    expect(existsSync(place.at('taken', 'diptych.sqlite'))).toBe(false);
  });

  it('a restore into a folder in use by a server is refused', async () => {
    mkdirSync(place.at('served'));
    writeFileSync(place.at('served', 'server.json'), JSON.stringify({ pid: process.ppid }), { mode: 0o600 });
    expect(await restore(place.at('served'))).toMatchObject({
      exit: 2,
      err: expect.stringContaining('serves'),
    });
  });

  it('a restore from a folder that is no backup is refused', async () => {
    const { exit, err } = await place.restore(data, place.at('made'));
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining('is no backup') });
  });
});
