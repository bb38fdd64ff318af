import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import {
  canRead,
  type Erasable,
  filesIn,
  filesWith,
  filesWithCanaries,
  plantCanaries,
} from '../support/canaries.ts';
import { execute } from '../support/database.ts';
import { useDatabase } from '../support/database-of.ts';
import { ownerOf } from '../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { baseBackup, type Replica, startReplica } from './support/replica.ts';

const folder = temporaryFolder('erased-everywhere');
const data = join(folder, 'data');
const archive = join(folder, 'archive');
const base = join(folder, 'base');

let primary: PostgresServer;
let standby: Replica;
let world: World;
let person: Erasable;

const ask = (statement: string) => queryPostgres(primary.url('postgres'), statement);

/** Writes all that is stored to the files of the server, its standby and its archive; returns the files of each. */
async function everyFile(): Promise<Readonly<Record<string, readonly string[]>>> {
  ask('checkpoint');
  const [wal] = ask('select pg_walfile_name(pg_current_wal_lsn()) as name');
  ask('select pg_switch_wal()');
  await expect.poll(() => filesIn(archive).some((file) => file.endsWith(String(wal?.name)))).toBe(true);
  await standby.catchUp();
  queryPostgres(standby.url('postgres'), 'checkpoint');
  const folders = { primary: primary.data, standby: standby.data, archive, base, data };
  return Object.fromEntries(Object.entries(folders).map(([name, path]) => [name, filesIn(path)]));
}

const everyCopy = async () => Object.values(await everyFile()).flat();

beforeAll(async () => {
  mkdirSync(archive);
  mkdirSync(base);
  const owner = ownerOf();
  if (owner) for (const path of [folder, archive]) chownSync(path, owner.uid, owner.gid);
  const archived = { archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` };
  primary = await startPostgres({ settings: { fsync: 'off', ...archived } });
  standby = await startReplica(primary);
  useDatabase(data, primary.url('postgres'));
  world = await startWorld({ folder: data });
  // Compressed bytes could not be searched.
  for (const [table, column] of [
    ['holder', 'record'],
    ['issued_mso', 'static_auth_data'],
  ])
    execute(join(data, 'diptych.sqlite'), `alter table ${table} alter column ${column} set storage external`);
  person = await plantCanaries(world);
  await baseBackup(primary, base);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  for (const server of [standby, primary]) await server?.stop();
}, HOOK_TIMEOUT);

describe('A holder who was erased is in no file of PostgreSQL', () => {
  it('before the erasure, the server, its standby, its archive and a base backup have only encrypted data', async () => {
    const files = await everyFile();
    expect(filesWithCanaries(Object.values(files).flat(), person)).toEqual([]);
    for (const [name, own] of Object.entries(files))
      if (name !== 'data')
        expect([name, filesWith(own, [person.stored.wrapped]).length]).not.toEqual([name, 0]);
  });

  it('after the erasure and the recovery window no key opens what they still have', async () => {
    await world.admin('eraseHolder', { id: person.holderId });
    expect(canRead(filesIn(join(data, 'keys')), person)).toBe(true);
    for (let left = 2; left > 0; left--) {
      await world.server.context.rewrapHolderKeys();
      world.advance(30 * DAY);
    }
    await world.server.context.rewrapHolderKeys();
    ask('vacuum');
    const files = await everyCopy();
    expect(filesWithCanaries(files, person)).toEqual([]);
    expect(filesWith(files, [person.stored.wrapped])).not.toEqual([]);
    expect(canRead(filesIn(data), person)).toBe(false);
  });
});
