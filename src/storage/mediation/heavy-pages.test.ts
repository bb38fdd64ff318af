import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediationAbExperiment, MediationGroup } from '../../mediation/ports/entities.ts';
import type { GroupCondition, MediationStore, Page, PageOf } from '../../mediation/ports/store.ts';
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

const OWNER = '0000000000';

/** With the lines of the group, of which it keeps its own. */
const stoppedExperiment = ({ lines }: MediationGroup, n: number): MediationAbExperiment => ({
  publisherId,
  groupId: OWNER,
  experimentId: `000000000${n}`,
  revision: 1,
  treatmentTrafficPercentage: 10,
  startedAt: 1,
  endsAt: 2,
  lines,
  linesRevision: 0,
  stopped: { at: 2, choice: 'VARIANT_A' },
});

beforeAll(async () => {
  database = openSqlite(join(folder, 'diptych.sqlite'));
  await database.migrate();
  store = mediationStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );
  for (const one of HEAVY) await store.write((writer) => writer.insertGroup(one));
  for (const one of HEAVY.map(stoppedExperiment)) await store.write((writer) => writer.insertExperiment(one));
}, 120_000);

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The sizes of all pages, and the ids on them. */
async function pagesOf<Row>(list: (page: Page) => Promise<PageOf<Row>>, idOf: (row: Row) => string) {
  const sizes: number[] = [];
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await list({ size: 100, ...(after === undefined ? {} : { after }) });
    sizes.push(rows.length);
    ids.push(...rows.map(idOf));
    after = next;
  } while (after !== undefined);
  return { sizes: sizes.filter((size) => size > 0), ids };
}

describe('A page of heavy rows is short, never empty, and the pages hold every row once', () => {
  it.each<[string, readonly GroupCondition[]]>([
    ['all groups', []],
    ['groups that meet a condition', [{ term: 'state', values: ['ENABLED'] }]],
  ])('%s', async (_, conditions) => {
    const list = (page: Page) => store.read((reader) => reader.listGroups(publisherId, page, conditions));
    const { sizes, ids } = await pagesOf(list, ({ groupId }) => groupId);
    expect(sizes).toEqual([2, 2, 1, 1]);
    expect(ids).toEqual(HEAVY.map(({ groupId }) => groupId));
  });

  it('experiments of a group', async () => {
    const list = (page: Page) => store.read((reader) => reader.listExperiments(publisherId, OWNER, page));
    const { sizes, ids } = await pagesOf(list, ({ experimentId }) => experimentId);
    expect(sizes).toEqual([2, 2, 1, 1]);
    expect(ids).toEqual(HEAVY.map((_, n) => `000000000${n}`));
  });
});
