import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { expectFullDiskToPass } from './support/full-disk.ts';
import { Load } from './support/load.ts';
import { type Disk, HAS_DISKS, newDisk, whileReadOnly } from './support/mounts.ts';
import { READY, untilTold } from './support/readiness.ts';

const SLOW = 240_000;

describe.skipIf(!HAS_DISKS)('A disk', () => {
  let disk: Disk;
  let folder: string;
  let server: ServerProcess;
  let load: Load;

  beforeAll(async () => {
    disk = newDisk('64m');
    folder = join(disk.path, 'data');
    server = await startProcess(folder);
    load = new Load(join(folder, 'diptych.sqlite'), server);
    await load.prepare();
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await server.kill();
    disk.remove();
  });

  it(
    'when a disk fills up under load requests get 503, the readiness check fails until there is space, and no data are lost',
    async () => {
      await expectFullDiskToPass(disk, server, load);
    },
    SLOW,
  );

  it('with a read-only folder of keys no new keys can be made, and everything else works', async () => {
    const { connection } = server;
    const keys = async () => (await callAdmin(connection, 'listKeys', {})).keys;
    const rotate = () => callAdmin(connection, 'rotateKey', { role: 'documentSigner' });
    const before = await keys();
    await whileReadOnly(join(folder, 'keys'), async () => {
      await expect(rotate()).rejects.toMatchObject({ body: { error: { status: 'UNAVAILABLE' } } });
      expect(await keys()).toEqual(before);
      await load.finish();
      await untilTold(server.url, READY);
    });
    await rotate();
    expect(await keys()).toHaveLength(before.length + 1);
  });

  it('with a read-only or full disk the server refuses to start and names the cause', {
    timeout: SLOW,
  }, async () => {
    expect(await server.stop()).toBe(0);
    disk.setReadOnly(true);
    await expect(startProcess(folder)).rejects.toThrow(/status 2: (.|\n)* cannot be written \(EROFS\)/);
    disk.setReadOnly(false);
    disk.fill();
    await expect(startProcess(folder)).rejects.toThrow(/status 3: diptych: .* the disk (fails or )?is full/);
    disk.empty();
    server = await startProcess(folder);
    await load.moveTo(server);
    await load.finish();
  });
});
