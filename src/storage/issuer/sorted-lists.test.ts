import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TEST_EPOCHS } from '../../../test/support/epochs.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { Sort } from '../../conventions/order-by.ts';
import type { DatabaseReader } from '../../issuer/ports/database.ts';
import type { Page } from '../../issuer/ports/lists.ts';
import type { Database } from '../database.ts';
import { issuerReader } from './issuer-reader.ts';
import { issuerStore } from './issuer-store.ts';

const NOW = 1000;
let database: Database;

useTestDatabase('file', (opened) => {
  database = opened;
});

type List = (reader: DatabaseReader, page: Page) => Promise<unknown>;
const state = 'pending' as const;

const LISTS: readonly (readonly [string, Sort['by'], List])[] = [
  ['proofings', 'createdAt', (reader, page) => reader.listProofings(page, { now: NOW })],
  ['proofings in a state', 'createdAt', (reader, page) => reader.listProofings(page, { now: NOW, state })],
  ['the review queue', 'deadlineAt', (reader, page) => reader.listProofings(page, { now: NOW, state })],
  ['credentials', 'createdAt', (reader, page) => reader.listCredentials(page, { now: NOW })],
  [
    'credentials in a state',
    'createdAt',
    (reader, page) => reader.listCredentials(page, { now: NOW, state: 'active' }),
  ],
  ['devices', 'registeredAt', (reader, page) => reader.listDevices(page)],
  ['registered devices', 'registeredAt', (reader, page) => reader.listDevices(page, 'registered')],
  [
    'devices that are not registered',
    'registeredAt',
    (reader, page) => reader.listDevices(page, 'unregistered'),
  ],
  ['events', 'id', (reader, page) => reader.listEntries(page, {})],
  [
    'events of a subject',
    'id',
    (reader, page) => reader.listEntries(page, { subject: 'proofing', subjectId: 'p' }),
  ],
  ['events of an operator', 'id', (reader, page) => reader.listEntries(page, { operatorId: 'o' })],
  ['holders', 'createdAt', (reader, page) => reader.listHolders(page)],
  ['codes', 'id', (reader, page) => reader.listCodes(page)],
  ['codes of a holder', 'id', (reader, page) => reader.listCodes(page, 'h')],
  ['legal holds', 'placedAt', (reader, page) => reader.listHolds(page)],
  ['approvals', 'createdAt', (reader, page) => reader.listApprovals(page, { now: NOW })],
];

describe.each(['up', 'down'] as const)('Lists that an index sorts, %s', (direction) => {
  it.each(LISTS)('the list of %s is sorted by %s with an index', async (_, by, list) => {
    const sort: Sort = { by, descending: direction === 'down' };
    const page = { limit: 10, after: 'x', ...(by !== 'id' && { afterKey: 5 }), sort };
    const plan = await planOf(database, (reader) => list(issuerReader(reader, TEST_EPOCHS), page));
    expect(plan).toMatch(/INDEX|Index/);
    // A node of PostgreSQL that sorts; "Sort Key" also names the order in which Merge Append joins two sorted lists.
    expect(plan).not.toMatch(/TEMP B-TREE|Sort {2}\(/);
  });
});

describe('Pages in the order of a time', () => {
  it('pages in the order of a time show each row once, sort equal times by id, and skip no row that stays', async () => {
    const store = issuerStore(database, () => NOW, randomFillSync, TEST_EPOCHS);
    const times = { a: 3, b: 1, c: 2, d: 2, e: 2, f: 1 } as const;
    const holder = (holderId: string, createdAt: number) => ({
      ...{ holderId, revision: 1, documentType: 't', recordVersion: 1 },
      state: 'active' as const,
      ...{ record: new Uint8Array([160]), createdAt, updatedAt: createdAt },
    });
    await store.write(async (writer) => {
      for (const [id, at] of Object.entries(times)) await writer.insertHolder(holder(id, at));
    });
    const walk = async (descending: boolean, between: () => Promise<void> = async () => {}) => {
      let seen = '';
      let from = {};
      for (;;) {
        const page = { limit: 2, ...from, sort: { by: 'createdAt', descending } as const };
        const rows = await store.read((reader) => reader.listHolders(page));
        const last = rows.at(-1);
        if (!last) return seen;
        seen += rows.map(({ holderId }) => holderId).join('');
        from = { after: last.holderId, afterKey: last.createdAt };
        await between();
        between = async () => {};
      }
    };
    expect(await walk(false)).toBe('bfcdea');
    expect(await walk(true)).toBe('aedcfb');
    const newer = () => store.write((writer) => writer.insertHolder(holder('g', 9)));
    expect(await walk(true, newer)).toBe('aedcfb');
    expect(await walk(true)).toBe('gaedcfb');
  });
});

it('a device that a server of an earlier version stored during an upgrade hides no other from the pages by time', async () => {
  await database.write(async (db) => {
    const device = (id: string, at: number | null) => ({
      device_reference_id: id,
      revision: 1,
      registered_at: at,
    });
    const devices = [device('z-began', null), device('z-first', 1), device('z-second', 2)];
    await db.insertInto('device').values(devices).execute();
  });
  const reader = issuerReader(database.reader, TEST_EPOCHS);
  const sort = { by: 'registeredAt', descending: true } as const;
  const [first] = await reader.listDevices({ limit: 1, idPrefix: 'z-', sort });
  const after = { after: 'z-second', afterKey: 2 };
  const [second] = await reader.listDevices({ limit: 1, idPrefix: 'z-', sort, ...after });
  expect([first, second].map((one) => one?.deviceReferenceId)).toEqual(['z-second', 'z-first']);
});
