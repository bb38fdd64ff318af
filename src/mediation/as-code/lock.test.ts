import { describe, expect, it } from 'vitest';
import type { MediationGroup } from '../contract/index.ts';
import { parseConfiguration } from './index.ts';
import {
  appliedDigest,
  digestOf,
  EMPTY_LOCK,
  EMPTY_SCOPE,
  LockError,
  type LockScope,
  lockedGroup,
  lockedLine,
  lockedMapping,
  parseLock,
  printLock,
  scopeOf,
  withGroup,
  withLine,
  withScope,
} from './lock.ts';
import { matchGroups } from './match-groups.ts';

const SERVER = 'http://127.0.0.1:8080';
const PUBLISHER = 'pub-1234567890123456';
const OTHER = 'pub-2222222222222222';

const SCOPE: LockScope = {
  mappings: { 'applovin-start': `accounts/${PUBLISHER}/adUnits/1111111111/adUnitMappings/11` },
  groups: {
    start: {
      id: '21',
      applied: { name: digestOf('Start') },
      lines: {
        own: { id: '32', applied: {} },
        applovin: { id: '31', applied: { cpm: digestOf('2500000') } },
      },
    },
  },
};

const LOCK = withScope(EMPTY_LOCK, SERVER, PUBLISHER, SCOPE);

const TEXT = `{
  "servers": {
    "http://127.0.0.1:8080": {
      "pub-1234567890123456": {
        "groups": {
          "start": {
            "applied": {
              "name": "0a26a1e61c825660"
            },
            "id": "21",
            "lines": {
              "applovin": {
                "applied": {
                  "cpm": "81a8dafed2adeb24"
                },
                "id": "31"
              },
              "own": {
                "applied": {},
                "id": "32"
              }
            }
          }
        },
        "mappings": {
          "applovin-start": "accounts/pub-1234567890123456/adUnits/1111111111/adUnitMappings/11"
        }
      }
    }
  },
  "version": 1
}
`;

/** A lock file after somebody has edited it. */
function edited(edit: (lock: ReturnType<typeof JSON.parse>) => void): string {
  const lock = JSON.parse(TEXT);
  edit(lock);
  return JSON.stringify(lock);
}

const groupIn = (lock: ReturnType<typeof JSON.parse>) => lock.servers[SERVER][PUBLISHER].groups.start;

describe('The lock file', () => {
  it('is sorted JSON, one entry a line, and is read as it was written', () => {
    expect(printLock(LOCK)).toBe(TEXT);
    expect(parseLock(TEXT, 'diptych.lock.json')).toEqual(LOCK);
  });

  it('each publisher on each server has a part of its own', () => {
    for (const [server, publisher] of [
      [SERVER, OTHER],
      ['https://admob.googleapis.com', PUBLISHER],
    ] as const) {
      expect(scopeOf(LOCK, server, publisher)).toEqual(EMPTY_SCOPE);
      const both = withScope(LOCK, server, publisher, { ...SCOPE, mappings: {} });
      expect(scopeOf(both, SERVER, PUBLISHER)).toEqual(SCOPE);
      expect(scopeOf(both, server, publisher).mappings).toEqual({});
    }
  });

  it('keys may have any name, and only their own entries are found', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      expect(scopeOf(LOCK, key, PUBLISHER)).toEqual(EMPTY_SCOPE);
      expect(lockedGroup(SCOPE, key)).toBeUndefined();
      expect(lockedMapping(SCOPE, key)).toBeUndefined();
      expect(lockedLine(SCOPE.groups.start, key)).toBeUndefined();
      expect(appliedDigest(SCOPE.groups.start?.applied, key)).toBeUndefined();
      const named = withGroup(SCOPE, key, { id: '22', applied: {}, lines: {} });
      expect(lockedGroup(named, key)).toMatchObject({ id: '22' });
      const written = printLock(withScope(EMPTY_LOCK, key, key, named));
      expect(lockedGroup(scopeOf(parseLock(written, 'lock'), key, key), key)).toMatchObject({ id: '22' });
    }
  });

  it('digests do not depend on the order of members, and tell values apart', () => {
    expect(digestOf({ a: 1, b: [2] })).toBe(digestOf({ b: [2], a: 1 }));
    expect(new Set([null, '', '1', 1, [1], ['1'], {}].map(digestOf)).size).toBe(7);
  });

  it('an id has one key: after a rename the entry of the old key is gone', () => {
    const start = SCOPE.groups.start as NonNullable<typeof SCOPE.groups.start>;
    expect(Object.keys(withGroup(SCOPE, 'welcome', start).groups)).toEqual(['welcome']);
    expect(Object.keys(withGroup(SCOPE, 'welcome', { ...start, id: '22' }).groups)).toEqual([
      'start',
      'welcome',
    ]);
    const lines = withLine(start.lines, 'first', { id: '31', applied: {} });
    expect(lines).toEqual({ own: { id: '32', applied: {} }, first: { id: '31', applied: {} } });
  });

  it.each([
    ['text that is cut off', TEXT.slice(0, -20), /is not JSON; take it from the version control again$/],
    ['marks of a merge', TEXT.replace('"version"', '<<<<<<< HEAD\n"version"'), /is not JSON/],
    ['an empty file', '', /is not JSON/],
    ['a list', '[]', /is not a lock file of this version: must be object/],
    ['another version', edited((lock) => (lock.version = 2)), /\/version must be/],
    ['no version', edited((lock) => delete lock.version), /: must have required properties version/],
    ['a member of others', edited((lock) => (lock.note = 'secret')), /: \/note is not known$/],
    ['a group without an id', edited((lock) => delete groupIn(lock).id), /groups\/start must have/],
    ['a name as id', edited((lock) => (groupIn(lock).id = 'secret')), /groups\/start\/id must match/],
    ['a number as id', edited((lock) => (groupIn(lock).id = 21)), /groups\/start\/id must be string/],
    ['lines in a list', edited((lock) => (groupIn(lock).lines = [])), /groups\/start\/lines must be/],
  ])('%s is refused with the file and the place, without the values', (_, text, message) => {
    const read = () => parseLock(text, 'diptych.lock.json');
    expect(read).toThrow(LockError);
    expect(read).toThrow(message);
    expect(read).toThrow(/^(?!.*secret)diptych\.lock\.json is not/);
  });
});

const UNIT = `ca-app-${PUBLISHER}/1111111111`;

/** A file with groups of these keys, which are named like their keys. */
const fileOf = (...keys: readonly string[]) => {
  const group = (name: string) => ({
    name,
    platform: 'ANDROID',
    format: 'BANNER',
    adUnits: ['start'],
    lines: {},
  });
  const groups = Object.fromEntries(keys.map((key) => [key, group(key)]));
  const file = { version: 1, publisher: PUBLISHER, adUnits: { start: UNIT }, groups };
  return parseConfiguration(JSON.stringify(file), 'file.json');
};

const live = (mediationGroupId: string, displayName: string): MediationGroup => ({
  name: `accounts/${PUBLISHER}/mediationGroups/${mediationGroupId}`,
  mediationGroupId,
  displayName,
  targeting: { platform: 'ANDROID', format: 'BANNER' },
});

const locked = (ids: Readonly<Record<string, string>>): LockScope => ({
  mappings: {},
  groups: Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, { id, applied: {}, lines: {} }])),
});

describe('Groups of a lock file that somebody has edited', () => {
  const groups = [live('1', 'a'), live('2', 'b')];
  const found = (scope: LockScope, ...keys: readonly string[]) =>
    matchGroups(fileOf(...keys), { groups }, scope).map(({ group, isGone, rivals }) =>
      rivals ? rivals.join() : isGone ? 'gone' : group?.mediationGroupId,
    );

  it('an id that was exchanged for that of another group is followed, whatever the name', () => {
    expect(found(locked({ a: '2', b: '1' }), 'a', 'b')).toEqual(['2', '1']);
  });

  it('an entry that was taken out is found again by name, platform and format', () => {
    expect(found(locked({ b: '2' }), 'a', 'b')).toEqual(['1', '2']);
    expect(found(EMPTY_SCOPE, 'a', 'b')).toEqual(['1', '2']);
  });

  it('an id that the server does not know is a group that is gone', () => {
    expect(found(locked({ c: '9' }), 'c')).toEqual(['gone']);
  });

  it('two keys of the file with one id get no group, and nobody else gets it', () => {
    expect(found(locked({ a: '1', c: '1' }), 'a', 'c')).toEqual(['a,c', 'a,c']);
    expect(found(locked({ b: '1', c: '1' }), 'a', 'b', 'c')).toEqual([undefined, 'b,c', 'b,c']);
  });

  it('a key that is no longer in the file takes no group away', () => {
    expect(found(locked({ a: '1', old: '1' }), 'a', 'b')).toEqual(['1', '2']);
  });
});
