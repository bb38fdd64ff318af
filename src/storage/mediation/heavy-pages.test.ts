import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { GroupCondition, MediationStore } from '../../mediation/ports/store.ts';
import type { Database } from '../database.ts';
import { openSqlite } from '../sqlite/sqlite-database.ts';
import { mediationStore } from './mediation-store.ts';

const MEBIBYTE = 1024 * 1024;
const publisherId = 'pub-1234567890123456';
const folder = mkdtempSync(join(tmpdir(), 'diptych-heavy-pages-'));
let database: Database;
let store: MediationStore;

const line = (lineId: string, bytes: number): MediationGroup['lines'][number] => ({
  lineId,
  displayName: 'x'.repeat(bytes),
  adSourceId: '1',
  cpmMode: 'LIVE',
  state: 'ENABLED',
  adUnitMappings: {},
  variant: 'ORIGINAL',
});

const group = (groupId: string, bytes: number): MediationGroup => ({
  publisherId,
  groupId,
  revision: 1,
  displayName: 'Group',
  state: 'ENABLED',
  targeting: {
    platform: 'IOS',
    format: 'NATIVE',
    adUnitIds: [],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
    idfaTargeting: 'ALL',
  },
  lines: [line(`9${groupId}`, bytes)],
  createdAt: 1,
  updatedAt: 1,
});

/** 3 MiB each but for the last, which is heavier than a page may be. */
const HEAVY = [3, 3, 3, 3, 3, 12].map((size, n) => group(`000000000${n}`, size * MEBIBYTE));

beforeAll(async () => {
  database = openSqlite(join(folder, 'diptych.sqlite'));
  await database.migrate();
  store = mediationStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );
  for (const one of HEAVY) await store.write((writer) => writer.insertGroup(one));
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('A page of heavy groups', () => {
  it.each<[string, readonly GroupCondition[]]>([
    ['all groups', []],
    ['groups that meet a condition', [{ term: 'state', values: ['ENABLED'] }]],
  ])('is short, never empty, and the pages hold every group once: %s', async (_, conditions) => {
    const sizes: number[] = [];
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = { size: 100, ...(after === undefined ? {} : { after }) };
      const { rows, next } = await store.read((reader) => reader.listGroups(publisherId, page, conditions));
      sizes.push(rows.length);
      ids.push(...rows.map(({ groupId }) => groupId));
      after = next;
    } while (after !== undefined);
    expect(sizes.filter((size) => size > 0)).toEqual([2, 2, 1, 1]);
    expect(ids).toEqual(HEAVY.map(({ groupId }) => groupId));
  });
});
