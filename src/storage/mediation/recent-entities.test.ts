import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { MediationStore } from '../../mediation/ports/store.ts';
import type { Database } from '../database.ts';
import { openSqlite } from '../sqlite/sqlite-database.ts';
import { mediationStore } from './mediation-store.ts';
import { recentEntities } from './recent-entities.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-recent-entities-'));
const databases: Database[] = [];
let store: MediationStore;
/** The same database in another process. */
let other: MediationStore;

function open(): MediationStore {
  const database = openSqlite(join(folder, 'diptych.sqlite'));
  databases.push(database);
  return mediationStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );
}

beforeAll(async () => {
  [store, other] = [open(), open()];
  await databases[0]!.migrate();
});

afterAll(async () => {
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const publisherId = 'pub-1234567890123456';

const group = (groupId: string, displayName = 'Group'): MediationGroup => ({
  publisherId,
  groupId,
  revision: 1,
  displayName,
  state: 'ENABLED',
  targeting: {
    platform: 'IOS',
    format: 'NATIVE',
    adUnitIds: [],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
  },
  lines: [],
  createdAt: 1,
  updatedAt: 1,
});

const one = (groupId: string) => store.read((reader) => reader.group(publisherId, groupId));
const all = async () => (await store.read((reader) => reader.listGroups(publisherId, { size: 10 }, []))).rows;

describe('A cached mediation group', () => {
  it('a cached group is the same object until it changes, alone and in lists', async () => {
    await store.write((writer) => writer.insertGroup(group('0000000001')));
    const first = await one('0000000001');
    expect(first).toEqual(group('0000000001'));
    expect(await one('0000000001')).toBe(first);
    expect((await all())[0]).toBe(first);
    expect((await all())[0]).toBe(first);
  });

  it('a cached group is reloaded at once after a change by another process', async () => {
    const before = group('0000000002');
    await store.write((writer) => writer.insertGroup(before));
    expect(await one('0000000002')).toEqual(before);
    expect(await all()).toContainEqual(before);
    const changed = { ...before, displayName: 'Changed' };
    await other.write((writer) => writer.updateGroup(before, changed));
    expect(await all()).toContainEqual({ ...changed, revision: 2 });
    expect(await one('0000000002')).toEqual({ ...changed, revision: 2 });
  });

  it('a cached group never shows changes of a failed write', async () => {
    const before = group('0000000003');
    await store.write((writer) => writer.insertGroup(before));
    const failing = store.write(async (writer) => {
      await writer.updateGroup(before, { ...before, displayName: 'Failed' });
      expect(await writer.group(publisherId, '0000000003')).toMatchObject({ displayName: 'Failed' });
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    const changed = { ...before, displayName: 'Changed' };
    await store.write((writer) => writer.updateGroup(before, changed));
    expect(await one('0000000003')).toEqual({ ...changed, revision: 2 });
  });

  it('cached groups and new ones are in lists in the right order', async () => {
    await all();
    await store.write((writer) => writer.insertGroup(group('0000000000')));
    expect((await all()).map(({ groupId }) => groupId)).toEqual([
      '0000000000',
      '0000000001',
      '0000000002',
      '0000000003',
    ]);
  });
});

describe('The cache of mediation entities', () => {
  interface Item {
    readonly id: string;
    readonly mebibytes: number;
  }

  const items = () =>
    recentEntities({
      make: ({ id }: Item) => ({ id }),
      keyOf: ({ id }: Item) => id,
      versionOf: () => 1,
      lengthOf: ({ mebibytes }) => mebibytes * 1024 * 1024,
    });

  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, mebibytes: 6 })) as [Item, Item, Item];

  it('the cache holds at most 16 MiB, and drops the least recently used entities first', () => {
    const { of, known } = items();
    const first = of(a);
    of(b);
    expect(known(a)).toBe(first);
    of(c);
    expect([a, b, c].map((item) => known(item)?.id)).toEqual(['a', undefined, 'c']);
    expect(of(a)).toBe(first);
  });

  it('each entity has a minimum size in the cache, however short its JSON is', () => {
    const { of, known } = items();
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: String(at), mebibytes: 0 }));
    for (const item of many) of(item);
    const kept = many.filter((item) => known(item) !== undefined);
    expect(kept).toEqual(many.slice(-8192));
  });

  it('an entity larger than the limit is not cached', () => {
    const { of, known } = items();
    const heavy = { id: 'heavy', mebibytes: 17 };
    of(heavy);
    expect(known(heavy)).toBeUndefined();
    expect(of(a)).toBe(of(a));
  });
});
