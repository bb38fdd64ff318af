import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { privateText, readPrivateFile } from '../../src/keys/private-files.ts';
import { adminToken, createDataFolder } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses, writeAddresses } from '../../src/server/files/data-folder.ts';

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

  it.each(['seal.seen', 'backup.last', 'operator.token', 'keys'])(
    '%s that is no file is not read',
    (name) => {
      symlinkSync('/dev/zero', join(folder, name));
      expect(readPrivateFile(join(folder, name))).toEqual({ problem: 'notReadable' });
      expect(readPrivateFile(folder)).toEqual({ problem: 'notAFile' });
      expect(privateText(join(folder, 'none'))).toBeUndefined();
    },
  );
});
