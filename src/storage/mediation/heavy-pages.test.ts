import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_EPOCHS } from '../../../test/support/epochs.ts';
import { listPage } from '../../admin/operation/list-page.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import type { Page as AdminPage } from '../../issuer/ports/lists.ts';
import type { AdUnitMapping, MediationAbExperiment, MediationGroup } from '../../mediation/ports/entities.ts';
import type {
  GroupCondition,
  MediationReader,
  MediationStore,
  Page,
  PageOf,
} from '../../mediation/ports/store.ts';
import { accountReader } from '../accounts/account-reader.ts';
import type { Database } from '../database.ts';
import { issuerReader } from '../issuer/issuer-reader.ts';
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

/** In MiB. The first four fit on one page; the last one is larger than a page may be. */
const SIZES = [0.75, 0.75, 0.75, 0.75, 0.75, 3];

const HEAVY = SIZES.map((size, n) => group(`000000000${n}`, size * MEBIBYTE));

const OWNER = '0000000000';

/** An experiment that was stopped, and so has its own copy of the lines of the group. */
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

/** Large mappings, as earlier versions allowed before their values were limited. */
const mapping = (size: number, n: number): AdUnitMapping => ({
  publisherId,
  fragment: OWNER,
  mappingId: `000000000${n}`,
  adapterId: '1',
  configurations: { 1: 'x'.repeat(size * MEBIBYTE) },
  createdAt: 1,
});

/** Rows with long names, as earlier versions allowed before names were limited. */
const named = (size: number, n: number) => {
  const display_name = 'x'.repeat(size * MEBIBYTE);
  const [owned, unit] = [{ publisher_id: publisherId, display_name, created_at: 1 }, `000000000${n}`];
  return {
    publisher: {
      ...owned,
      publisher_id: `${publisherId.slice(0, -1)}${n}`,
      currency_code: 'USD',
      reporting_time_zone: 'UTC',
    },
    app: { ...owned, fragment: unit, platform: 'IOS' },
    ad_unit: { ...owned, fragment: unit, app_fragment: OWNER, format: 'BANNER', ad_types: '[]' },
    serving_key: { ...owned, serving_key: `k${n}`, app_fragment: OWNER, revision: 1 },
  };
};

const entry = (size: number, n: number): AuditEntry => ({
  subject: 'app',
  subjectId: 'x',
  event: 'create',
  publisherId,
  method: 'm',
  actor: { kind: 'client', requestId: 'r', callerId: 's' },
  details: {
    before: { text: 'x'.repeat((size * MEBIBYTE) / 2) },
    after: { text: 'x'.repeat((size * MEBIBYTE) / 2) },
  },
  at: n,
});

const holder = (size: number, n: number) => ({
  holder_id: `h${n}`,
  revision: 1,
  document_type: 'd',
  state: 'valid',
  record_version: 1,
  record: new Uint8Array(size * MEBIBYTE),
  changes_on: null,
  created_at: 1,
  updated_at: 1,
});

const approval = (size: number, n: number) => ({
  approval_id: `a${n}`,
  revision: 1,
  state: 'done',
  method: 'm',
  arguments: 'x'.repeat(size * MEBIBYTE),
  requested_by: 'o',
  request_id: 'r',
  decided_by: null,
  failure: null,
  created_at: 1,
  deadline_at: null,
  ended_at: null,
});

const proofing = (size: number, n: number) => ({
  proofing_id: `p${n}`,
  revision: 1,
  device_reference_id: 'd',
  state: 'rejected',
  evidence_hash: new Uint8Array(32),
  detail: JSON.stringify({ primaryRejection: { rejectionDescription: 'x'.repeat(size * MEBIBYTE) } }),
  created_at: 1,
});

const client = (size: number, n: number) => ({
  client_id: `c${n}`,
  revision: 1,
  name: 'n',
  kind: 'web',
  redirect_uris: JSON.stringify(['x'.repeat(size * MEBIBYTE)]),
  post_logout_redirect_uris: '[]',
  publishers: '[]',
  scopes: '[]',
  created_at: 1,
  updated_at: 1,
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
  await store.write((writer) => writer.insertMappings(SIZES.map(mapping)));
  for (const one of SIZES.map(entry)) await store.write((writer) => writer.record(one));
  for (const [n, size] of SIZES.entries()) {
    for (const [table, row] of Object.entries(named(size, n)))
      await database.write((transaction) =>
        transaction
          .insertInto(table as 'app')
          .values(row as ReturnType<typeof named>['app'])
          .execute(),
      );
    await database.write((transaction) => transaction.insertInto('holder').values(holder(size, n)).execute());
    const key = { holder_id: `h${n}`, epoch: 1, wrapped: new Uint8Array(60) };
    await database.write((transaction) => transaction.insertInto('holder_key').values(key).execute());
    await database.write((transaction) =>
      transaction.insertInto('approval').values(approval(size, n)).execute(),
    );
    await database.write((transaction) =>
      transaction.insertInto('proofing').values(proofing(size, n)).execute(),
    );
    await database.write((transaction) =>
      transaction.insertInto('oauth_client').values(client(size, n)).execute(),
    );
  }
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

describe('A page of large rows is short, never empty, and the pages hold every row once', () => {
  it.each<[string, readonly GroupCondition[]]>([
    ['all groups', []],
    ['groups that meet a condition', [{ term: 'state', values: ['ENABLED'] }]],
  ])('pages of large rows hold every row once: %s', async (_, conditions) => {
    const list = (page: Page) => store.read((reader) => reader.listGroups(publisherId, page, conditions));
    const { sizes, ids } = await pagesOf(list, ({ groupId }) => groupId);
    expect(sizes).toEqual([2, 2, 1, 1]);
    expect(ids).toEqual(HEAVY.map(({ groupId }) => groupId));
  });

  it('pages of large experiments hold every row once', async () => {
    const list = (page: Page) => store.read((reader) => reader.listExperiments(publisherId, OWNER, page));
    const { sizes, ids } = await pagesOf(list, ({ experimentId }) => experimentId);
    expect(sizes).toEqual([2, 2, 1, 1]);
    expect(ids).toEqual(HEAVY.map((_, n) => `000000000${n}`));
  });

  it('pages of large mappings hold every row once', async () => {
    const list = (page: Page) => store.read((reader) => reader.listMappings(publisherId, OWNER, page));
    expect((await pagesOf(list, ({ mappingId }) => mappingId)).sizes).toEqual([2, 2, 1, 1]);
  });

  it.each<[string, (reader: MediationReader, page: Page) => Promise<PageOf<object>>]>([
    ['publishers', (reader, page) => reader.listPublishers(page)],
    ['apps', (reader, page) => reader.listApps(publisherId, page)],
    ['ad units', (reader, page) => reader.listAdUnits(publisherId, page)],
    ['serving keys', (reader, page) => reader.listServingKeys(publisherId, OWNER, page)],
  ])('pages of %s with long names hold every row once', async (_, list) => {
    const { sizes } = await pagesOf(
      (page) => store.read((reader) => list(reader, page)),
      () => '',
    );
    expect(sizes).toEqual([2, 2, 1, 1]);
  });

  it.each<[string, (page: AdminPage) => Promise<readonly object[]>, string]>([
    [
      'entries of the audit log',
      (page) => issuerReader(database.reader, TEST_EPOCHS).listEntries(page, { publisherId }),
      'changeId',
    ],
    ['holders', (page) => issuerReader(database.reader, TEST_EPOCHS).listHolders(page), 'holderId'],
    [
      'approvals',
      (page) => issuerReader(database.reader, TEST_EPOCHS).listApprovals(page, { now: 1 }),
      'approvalId',
    ],
    [
      'proofings',
      (page) => issuerReader(database.reader, TEST_EPOCHS).listProofings(page, { now: 1 }),
      'proofingId',
    ],
    ['OAuth clients', (page) => accountReader(database.reader).listClients(page), 'clientId'],
  ])(
    'a page of large %s ends early, and one more query shows that there is another page',
    async (list, read, id) => {
      const sizes: number[] = [];
      let pageToken: string | undefined;
      do {
        const { rows, next } = await listPage(
          { pageToken },
          { list },
          read,
          (row) => (row as Record<string, string>)[id] as string,
        );
        sizes.push(rows.length);
        pageToken = next.nextPageToken;
      } while (pageToken !== undefined);
      expect(sizes).toEqual([2, 2, 1, 1]);
    },
  );
});
