import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Erasable, filesIn, filesWithCanaries, plantCanaries } from '../support/canaries.ts';
import { execute } from '../support/database.ts';
import { useDatabase } from '../support/database-of.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { asBeforeEncryption } from '../support/stored-holders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const data = join(temporaryFolder('postgres-leftovers'), 'data');
const database = join(data, 'diptych.sqlite');

let server: PostgresServer;
let world: World;
let person: Erasable;

const ask = (statement: string) => queryPostgres(server.url('postgres'), statement);

/** The files of the tables; the write-ahead log keeps what it had until its segments are deleted. */
function found(): readonly string[] {
  ask('checkpoint');
  return filesWithCanaries(filesIn(join(server.data, 'base')), person);
}

beforeAll(async () => {
  server = await startPostgres({ settings: { fsync: 'off' } });
  useDatabase(data, server.url('postgres'));
  world = await startWorld({ folder: data });
  // Compressed bytes could not be searched.
  for (const [table, column] of [
    ['holder', 'record'],
    ['issued_mso', 'static_auth_data'],
  ])
    execute(database, `alter table ${table} alter column ${column} set storage external`);
  person = await plantCanaries(world);
  const { keys } = world.server.context.folder;
  const startAt = world.now();
  await world.close();
  asBeforeEncryption(database, keys, () => startAt);
  world = await startWorld({ folder: data, startAt });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  await server?.stop();
}, HOOK_TIMEOUT);

it('after diptych holders encrypt, the command of the manual leaves nothing unencrypted in the files of the tables', async () => {
  expect(found()).not.toEqual([]);
  await world.admin('encryptHolders', {});
  ask('vacuum full holder, issued_mso, state_change, proofing, approval');
  expect(found()).toEqual([]);
});
