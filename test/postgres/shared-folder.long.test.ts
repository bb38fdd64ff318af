import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropDatabaseOf } from '../support/database-of.ts';
import { startProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('servers share a data folder on PostgreSQL, and the second keeps the address file of the first when it ends', async () => {
  const data = temporaryFolder('shared-folder');
  const addresses = () => JSON.parse(readFileSync(join(data, 'server.json'), 'utf8'));
  const first = await startProcess(data);
  const before = addresses();
  const second = await startProcess(data);
  expect(addresses()).not.toEqual(before);
  expect(await second.stop()).toBe(0);
  expect(addresses()).toEqual(before);
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(data, 'server.json'))).toBe(false);
  await dropDatabaseOf(data);
});
