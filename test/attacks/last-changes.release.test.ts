import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { changeEntry } from '../../src/mediation/audit.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { signInTo } from '../console/support/people.ts';
import { fillStore, GROUP, PUBLISHER } from '../fuzz/support/contents.ts';
import { newUser } from '../support/operator.ts';
import { expectBounded, useTarget } from '../support/target.ts';

/** Nearly the largest contents that the audit log stores; those of a group with 10000 mappings are half as large. */
const LARGE = { displayName: 'x'.repeat(2_000_000) };

async function changeLargeGroup(folder: string): Promise<void> {
  await fillStore(folder, { adUnits: 1, groups: 1, mappings: 0 });
  const database = openSqlite(dataFolder(folder).database);
  const store = mediationStore(database, REAL_EFFECTS.clock, REAL_EFFECTS.random);
  const resource = `accounts/${PUBLISHER}/mediationGroups/${GROUP}`;
  const actor = { kind: 'client', requestId: 'r-1', callerId: 'user-1' } as const;
  const facts = { actor, publisherId: PUBLISHER, method: 'patch', at: 0 };
  await store.write((writer) => writer.record(changeEntry({ resource, before: LARGE, after: LARGE }, facts)));
  await database.close();
}

const target = useTarget({}, changeLargeGroup);

it('the last changes of 100 large groups are answered without reading the groups', async () => {
  const email = 'ann@example.com';
  const user = await newUser(target(), email);
  await callAdmin(target().connection, 'changeUserPublishers', { user, add: [PUBLISHER] });
  const page = await signInTo(target().url, email);
  const groups = Array(100).fill(GROUP).join(',');
  let status = 0;
  const toll = await target().toll(async () => {
    ({ status } = await page.get(`/lastChanges?publisher=${PUBLISHER}&groups=${groups}`));
  });
  expect(status).toBe(200);
  expectBounded(toll);
});
