import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { queryPostgres } from '../../support/postgres/sync-client.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { expectFullDiskToPass } from '../support/full-disk.ts';
import { Load } from '../support/load.ts';
import { type Disk, HAS_DISKS, newDisk } from '../support/mounts.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';

const SLOW = 240_000;

describe.skipIf(!HAS_DISKS)('The disk of PostgreSQL', () => {
  let disk: Disk;
  let own: OwnPostgres;
  let server: ServerProcess;
  let load: Load;

  beforeAll(async () => {
    disk = newDisk('192m');
    const folder = join(disk.path, 'postgres');
    mkdirSync(folder);
    own = await startOwnPostgres({ folder, settings: { fsync: 'off', max_wal_size: '32MB' } });
    server = await startProcess(own.folder);
    load = new Load(join(own.folder, 'diptych.sqlite'), server);
    await load.prepare();
    // If there is no room for the next file of its log, PostgreSQL stops. Here it must continue although the
    // disk is full.
    queryPostgres(own.postgres.url('postgres'), 'select pg_switch_wal()');
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await server.kill();
    await own.close();
    disk.remove();
  });

  it(
    'when the disk of PostgreSQL fills up under load requests get 503, the server is not ready until there is space, and nothing is lost',
    async () => {
      await expectFullDiskToPass(disk, server, load);
    },
    SLOW,
  );
});
