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

it('the first group of a process moves the terms of the groups before to the index', async () => {
  await openStore().write((writer) => writer.insertGroup(group('0000000001')));
  expect(await countIn('mediation_group_term', '0000000001')).toBe(0);
  await openStore().write((writer) => writer.insertGroup(group('0000000002')));
  expect(await countIn('mediation_group_term', '0000000001')).toBe(1);
  expect(await countIn('mediation_group_new_term', '0000000001')).toBe(0);
});
