import { randomFillSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { Database } from '../database.ts';
import { mediationStore } from './mediation-store.ts';

let database: Database;
useTestDatabase('file', (opened) => {
  database = opened;
});

const publisherId = 'pub-1234567890123456';

const group = (groupId: string): MediationGroup => ({
  publisherId,
  groupId,
  revision: 1,
  displayName: groupId,
  state: 'ENABLED',
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: [],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
    idfaTargeting: 'ALL',
  },
  lines: [],
  createdAt: 1,
  updatedAt: 1,
});

const termOf = (groupId: string) => ({
  publisher_id: publisherId,
  group_id: groupId,
  term: 'displayName',
  value: groupId,
});

const openStore = () =>
  mediationStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );

const countIn = async (table: 'mediation_group_term' | 'mediation_group_new_term', groupId: string) => {
  const query = database.reader.selectFrom(table).where('group_id', '=', groupId);
  return (await query.where('term', '=', 'displayName').select('value').execute()).length;
};

it('what filters need of new groups can be moved to where version 0.2.0 looks for it', async () => {
  const store = openStore();
  await store.write((writer) => writer.insertGroup(group('0000000001')));
  expect(await countIn('mediation_group_term', '0000000001')).toBe(0);
  await store.indexGroups();
  expect(await countIn('mediation_group_term', '0000000001')).toBe(1);
  expect(await countIn('mediation_group_new_term', '0000000001')).toBe(0);
});

it('a term that version 0.2.0 has added too is moved, and the next group can be written', async () => {
  await openStore().write((writer) => writer.insertGroup(group('0000000002')));
  await database.write((db) => db.insertInto('mediation_group_term').values(termOf('0000000002')).execute());
  await openStore().write((writer) => writer.insertGroup(group('0000000003')));
  expect(await countIn('mediation_group_term', '0000000002')).toBe(1);
  expect(await countIn('mediation_group_new_term', '0000000003')).toBe(1);
});
