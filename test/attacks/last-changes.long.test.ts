import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { changeEntry } from '../../src/mediation/audit.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { signInTo } from '../console/support/people.ts';
import { fillStore, GROUP, PUBLISHER } from '../fuzz/support/contents.ts';
import { newUser } from '../support/operator.ts';
import { expectBounded, startTarget, type Target } from '../support/target.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

/** Nearly the largest contents that the audit log stores, as of a group with 150 lines of 250 ad units each. */
const LARGE = { displayName: 'x'.repeat(2_000_000) };

const folder = mkdtempSync(join(tmpdir(), 'diptych-target-'));
let target: Target;

async function changeLargeGroup(): Promise<void> {
  const database = openSqlite(dataFolder(folder).database);
  const store = mediationStore(database, REAL_EFFECTS.clock, REAL_EFFECTS.random);
  const resource = `accounts/${PUBLISHER}/mediationGroups/${GROUP}`;
  const actor = { kind: 'client', requestId: 'r-1', callerId: 'user-1' } as const;
  const facts = { actor, publisherId: PUBLISHER, method: 'patch', at: 0 };
  await store.write((writer) => writer.record(changeEntry({ resource, before: LARGE, after: LARGE }, facts)));
  await database.close();
}

beforeAll(async () => {
  await fillStore(folder, { adUnits: 1, groups: 1, mappings: 0 });
  await changeLargeGroup();
  target = await startTarget(folder);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await target?.kill();
  rmSync(folder, { recursive: true, force: true });
});

it('the last changes of 100 large groups are answered without reading the groups', async () => {
  const email = 'ann@example.com';
  const user = await newUser(target, email);
  await callAdmin(target.connection, 'changeUserPublishers', { user, add: [PUBLISHER] });
  const page = await signInTo(target.url, email);
  const groups = Array(100).fill(GROUP).join(',');
  let status = 0;
  const toll = await target.toll(async () => {
    ({ status } = await page.get(`/lastChanges?publisher=${PUBLISHER}&groups=${groups}`));
  });
  expect(status).toBe(200);
  expectBounded(toll);
});
