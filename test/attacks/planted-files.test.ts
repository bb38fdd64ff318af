import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContexts } from '../../src/cli/sign-in/contexts-file.ts';
import { readKeyFolder } from '../../src/keys/archive.ts';
import { fileCustody } from '../../src/keys/file-custody.ts';
import { erasureJournal } from '../../src/keys/holder-keys/erasures.ts';
import { privateText, readPrivateFile } from '../../src/keys/private-files.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import { adminToken, createDataFolder } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses, writeAddresses } from '../../src/server/files/data-folder.ts';
import { filesIn } from '../support/canaries.ts';
import { diptych } from '../support/cli.ts';
import { newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startServing, startWorld } from '../support/world.ts';

/** Another user of the machine writes into the data folder before the server starts, or while it runs. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-planted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const URLS = { url: 'http://127.0.0.1:1', adminUrl: 'http://127.0.0.1:2', pid: 1 };

describe('A data folder into which others write', () => {
  it.each([0o777, 0o722, 0o702, 0o720, 0o1777])(
    'a start with the mode %o is refused, with what to do',
    (mode) => {
      chmodSync(folder, mode);
      expect(() => createDataFolder(folder)).toThrow('chmod 700');
    },
  );

  it.each([0o700, 0o755, 0o750])('a folder with the mode %o is accepted', (mode) => {
    chmodSync(folder, mode);
    expect(createDataFolder(folder).path).toBe(folder);
  });
});

describe('A file that somebody planted', () => {
  it.each([0o666, 0o644, 0o604, 0o640])('an admin.token with the mode %o is refused', (mode) => {
    const data = createDataFolder(folder);
    writeFileSync(data.adminToken, 'a token of somebody else\n');
    chmodSync(data.adminToken, mode);
    expect(() => adminToken(data)).toThrow('is open to other users');
    expect(readFileSync(data.adminToken, 'utf8')).toBe('a token of somebody else\n');
  });

  it('an admin.token that is a link is refused', () => {
    const [data, theirs] = [createDataFolder(folder), join(folder, 'theirs')];
    writeFileSync(theirs, 'a token of somebody else\n', { mode: 0o600 });
    symlinkSync(theirs, data.adminToken);
    expect(() => adminToken(data)).toThrow('is a link');
  });

  it('server.json is not written through a link, and not read from one', () => {
    const [data, victim] = [dataFolder(folder), join(folder, 'victim')];
    writeFileSync(victim, 'untouched', { mode: 0o600 });
    symlinkSync(victim, data.addresses);
    expect(() => readAddresses(data)).toThrow('is a link');
    writeAddresses(data, URLS);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(statSync(data.addresses).mode & 0o777).toBe(0o600);
    expect(readAddresses(data)).toEqual(URLS);
  });

  it.each(['seal.seen', 'backup.last', 'drill.last', 'operator.token', 'keys'])(
    '%s that is no file is not read',
    (name) => {
      symlinkSync('/dev/zero', join(folder, name));
      expect(readPrivateFile(join(folder, name))).toEqual({ problem: 'notReadable' });
      expect(readPrivateFile(folder)).toEqual({ problem: 'notAFile' });
      expect(privateText(join(folder, 'none'))).toBeUndefined();
    },
  );
});

const served = temporaryFolder('planted-served');
const startAt = Date.UTC(2026, 10, 21);
const DATABASE = 'diptych.sqlite';

beforeAll(async () => {
  const world = await startWorld({ folder: served, startAt });
  await world.admin('eraseHolder', { id: await newHolder(world) });
  await world.close();
}, HOOK_TIMEOUT);

describe('The files of a server', () => {
  const names = () => filesIn(served).map((path) => relative(served, path));

  /** What a start says on a copy of the folder in which one file is another one. */
  async function startWith(plant: (path: string) => void, name: string): Promise<string> {
    const copy = join(folder, 'copy');
    cpSync(served, copy, { recursive: true });
    chmodSync(copy, 0o700);
    plant(join(copy, name));
    try {
      const serving = await startServing({ folder: copy, startAt });
      await serving.close();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  /** A private key is read when it signs; the custody reads it in the same way. */
  const LATER = /^keys\/[0-9A-F]+\.pem$/;

  const startsWith = async (plant: (path: string) => void) => {
    const started: string[] = [];
    for (const name of names())
      if ((await startWith(plant, name)) === 'started' && !LATER.test(name)) started.push(name);
    return started;
  };

  it('one that is a link ends the start, and nothing is written through it', async () => {
    const planted = new Map<string, Buffer>();
    const started = await startsWith((path) => {
      const aside = join(folder, `aside-${planted.size}`);
      renameSync(path, aside);
      planted.set(aside, readFileSync(aside));
      symlinkSync(aside, path);
    });
    const written = [...planted].filter(([aside, before]) => !readFileSync(aside).equals(before));
    expect(names().length).toBeGreaterThan(10);
    expect([started, written]).toEqual([[], []]);
  });

  it('one that others can write ends the start', async () => {
    expect(await startsWith((path) => chmodSync(path, 0o666))).toEqual([]);
  });

  it('a private key that is a link, or that others can read, does not sign', async () => {
    const keys = join(folder, 'keys');
    cpSync(join(served, 'keys'), keys, { recursive: true });
    const [name = ''] = names().filter((one) => LATER.test(one));
    const keyId = name.slice('keys/'.length, -'.pem'.length);
    const sign = async () => fileCustody(keys).sign(keyId, new Uint8Array(32));
    await sign();
    chmodSync(join(folder, name), 0o644);
    await expect(sign).rejects.toThrow('is open to other users');
    chmodSync(join(folder, name), 0o600);
    renameSync(join(folder, name), join(folder, 'aside'));
    symlinkSync(join(folder, 'aside'), join(folder, name));
    await expect(sign).rejects.toThrow('is a link');
  });

  it.each(['', '-wal', '-shm', '-journal'])(
    'a database whose file %j is a link is opened by no command',
    async (suffix) => {
      const copy = join(folder, 'copy');
      cpSync(served, copy, { recursive: true });
      const path = join(copy, `${DATABASE}${suffix}`);
      if (existsSync(path)) renameSync(path, join(folder, 'aside'));
      else writeFileSync(join(folder, 'aside'), '');
      symlinkSync(join(folder, 'aside'), path);
      const { findings } = await diagnose({ environment: {}, options: { data: copy } });
      expect(findings.filter(({ level }) => level === 'failure').map(({ text }) => text)).toContainEqual(
        expect.stringContaining(`${path} is a link`),
      );
      for (const args of [['backup', '--to', join(folder, 'backup')], ['migrate']]) {
        const { exit, err } = await diptych(...args, '--data', copy);
        expect([exit, err]).toEqual([1, expect.stringContaining(`${path} is a link`)]);
      }
    },
  );
});

describe('What is written and read beside the server', () => {
  it('an erasure is not appended through a link, and the file of erasures is not read from one', async () => {
    const keys = join(folder, 'keys');
    cpSync(join(served, 'keys'), keys, { recursive: true });
    const journal = erasureJournal(keys);
    const at = Date.UTC(2026, 10, 21);
    const [path, theirs] = [join(keys, 'holders', 'erased-2026-11'), join(folder, 'theirs')];
    renameSync(path, theirs);
    symlinkSync(theirs, path);
    const before = readFileSync(theirs, 'utf8');
    expect(() => journal.note('h-2', 'erased-00000000-0000-4000-8000-000000000002', at)).toThrow('is a link');
    expect(readFileSync(theirs, 'utf8')).toBe(before);
    expect(() => journal.list()).toThrow('is a link');
    await expect(journal.find(() => true)).rejects.toThrow('is a link');
  });

  it.each([
    ['a link', (path: string) => symlinkSync('/etc/hostname', path)],
    ['open to other users', (path: string) => writeFileSync(path, 'x', { mode: 0o644 })],
  ])('a backup of the keys does not take a file that is %s', (text, plant) => {
    const keys = join(folder, 'keys');
    createDataFolder(keys);
    plant(join(keys, 'planted.pem'));
    expect(() => readKeyFolder(keys)).toThrow(`planted.pem is ${text}`);
  });

  it('a backup with a link in place of a file is not restored', async () => {
    const backup = join(folder, 'backup');
    expect(await diptych('backup', '--to', backup, '--data', served)).toMatchObject({ exit: 0 });
    renameSync(join(backup, 'diptych.sqlite'), join(folder, 'aside'));
    symlinkSync(join(folder, 'aside'), join(backup, 'diptych.sqlite'));
    const { exit, err } = await diptych('backup', 'verify', backup);
    expect([exit, err]).toEqual([1, expect.stringContaining('diptych.sqlite is no file')]);
  });

  it('contexts are not read from a link, or from a file that others can read', () => {
    const [path, theirs] = [join(folder, 'contexts.json'), join(folder, 'theirs')];
    writeFileSync(theirs, '{}', { mode: 0o600 });
    symlinkSync(theirs, path);
    expect(() => readContexts({ DIPTYCH_SIGN_IN: path })).toThrow('is a link');
    chmodSync(theirs, 0o644);
    expect(() => readContexts({ DIPTYCH_SIGN_IN: theirs })).toThrow('is open to other users');
  });
});
