import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_SCOPE, LockError } from '../../../mediation/as-code/lock.ts';
import { UsageError } from '../../cli-errors.ts';
import { lockFile, lockPathOf, writeTextFile } from './lock-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SERVER = 'http://127.0.0.1:8080';
const MINE = 'pub-1111111111111111';
const OTHER = 'pub-2222222222222222';

const pathOf = () => lockPathOf(join(folder, 'mediation.yaml'));
const scopeWith = (id: string) => ({ mappings: {}, groups: { start: { id, applied: {}, lines: {} } } });

describe('The lock file on the disk', () => {
  it('is beside the configuration file, and made by the first write', () => {
    expect(pathOf()).toBe(join(folder, 'diptych.lock.json'));
    const lock = lockFile(pathOf(), SERVER, MINE);
    expect(lock.read()).toEqual(EMPTY_SCOPE);
    expect(readdirSync(folder)).toEqual([]);
    lock.write(scopeWith('1'));
    expect(lock.read()).toEqual(scopeWith('1'));
    expect(readdirSync(folder)).toEqual(['diptych.lock.json']);
  });

  it('what others wrote for their publisher or server in the meantime stays', () => {
    const [mine, other] = [lockFile(pathOf(), SERVER, MINE), lockFile(pathOf(), SERVER, OTHER)];
    const elsewhere = lockFile(pathOf(), 'https://admob.googleapis.com', MINE);
    mine.write(scopeWith('1'));
    other.write(scopeWith('2'));
    elsewhere.write(scopeWith('3'));
    mine.write(scopeWith('4'));
    expect([mine, other, elsewhere].map((lock) => lock.read().groups.start?.id)).toEqual(['4', '2', '3']);
  });

  it('is not written if nothing changes, so that its time tells when it did', () => {
    const lock = lockFile(pathOf(), SERVER, MINE);
    lock.write(scopeWith('1'));
    const { ino } = statSync(pathOf());
    lock.write(scopeWith('1'));
    expect(statSync(pathOf()).ino).toBe(ino);
    lock.write(scopeWith('2'));
    expect(statSync(pathOf()).ino).not.toBe(ino);
  });

  it('what was noted is read after a crash, also if its last line was cut off, and the next write takes it up', () => {
    const group = (id: string) => ({ id, applied: { name: id }, lines: {} });
    const first = { mappings: {}, groups: { start: group('1'), end: group('2') } };
    const lock = lockFile(pathOf(), SERVER, MINE);
    lock.write(first);
    const { ino } = statSync(pathOf());
    const { end: _, ...rest } = first.groups;
    lock.note({ ...first, mappings: { one: 'accounts/1' } });
    lock.note({ mappings: { one: 'accounts/1' }, groups: { ...rest, exit: group('3') }, retired: ['2'] });
    expect(statSync(pathOf()).ino).toBe(ino);
    const [journal = ''] = readdirSync(folder).filter((name) => name.endsWith('.journal'));
    writeFileSync(join(folder, journal), `${readFileSync(join(folder, journal), 'utf8')}{"mappings":{"tw`);
    const noted = {
      mappings: { one: 'accounts/1' },
      groups: { start: group('1'), exit: group('3') },
      retired: ['2'],
    };
    const again = lockFile(pathOf(), SERVER, MINE);
    expect(again.read()).toEqual(noted);
    expect(lockFile(pathOf(), SERVER, OTHER).read()).toEqual(EMPTY_SCOPE);
    again.note({ ...noted, retired: [] });
    expect(lockFile(pathOf(), SERVER, MINE).read()).toEqual({
      mappings: noted.mappings,
      groups: noted.groups,
    });
    again.write(again.read());
    expect(readdirSync(folder)).toEqual(['diptych.lock.json']);
  });

  it('notes of many groups take as much room as their changes', () => {
    const lock = lockFile(pathOf(), SERVER, MINE);
    let scope = EMPTY_SCOPE;
    for (let id = 0; id < 400; id += 1) {
      scope = {
        ...scope,
        groups: { ...scope.groups, [`g${id}`]: { id: String(id), applied: {}, lines: {} } },
      };
      lock.note(scope);
    }
    const [journal = ''] = readdirSync(folder);
    expect(statSync(join(folder, journal)).size).toBeLessThan(400 * 100);
    expect(lockFile(pathOf(), SERVER, MINE).read()).toEqual(scope);
  });

  it('a corrupt file is refused by reading and by writing, and stays as it is', () => {
    writeFileSync(pathOf(), '{"version": 1,');
    const lock = lockFile(pathOf(), SERVER, MINE);
    expect(() => lock.read()).toThrow(LockError);
    expect(() => lock.write(scopeWith('1'))).toThrow(/diptych\.lock\.json is not JSON/);
    expect(readFileSync(pathOf(), 'utf8')).toBe('{"version": 1,');
  });

  it('a place where no file can be is told without a stack, and no draft stays', () => {
    const path = join(folder, 'taken');
    mkdirSync(path);
    expect(() => writeTextFile(path, 'text')).toThrow(new UsageError(`${path} cannot be written (EISDIR)`));
    expect(() => lockFile(path, SERVER, MINE).read()).toThrow(`${path} cannot be read (EISDIR)`);
    const missing = join(folder, 'no folder', 'diptych.lock.json');
    expect(() => lockFile(missing, SERVER, MINE).write(scopeWith('1'))).toThrow(
      /cannot be written \(ENOENT\)$/,
    );
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});
