import { expect, it } from 'vitest';
import { partitionPostgres } from '../../src/storage/postgres/partitions/partition.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { newDatabase } from './support/new-database.ts';
import { writersOn } from './support/writers.ts';

/** Writers on a new database, and a division that is interrupted at this step. Resolves to whether it was. */
async function interruptedAt(last: number): Promise<boolean> {
  const url = await newDatabase();
  const database = openPostgres({ url, poolSize: 4, timeout: 60_000, prepare: true });
  await database.migrate();
  const writers = writersOn(database, Date.UTC(2025, 0, 1));
  await writers.insert(50);
  writers.start();
  const steps: string[] = [];
  const error = await partitionPostgres(url, ({ table, step }) => {
    if (steps.push(`${table} ${step}`) > last) throw new Error('interrupted');
  }).catch(String);
  const written = writers.written();
  await expect.poll(() => writers.written()).toBeGreaterThan(written + 9);
  await partitionPostgres(url, () => {});
  await writers.stop();
  await writers.expectStored();
  await database.close();
  const left = queryPostgres(url, `select proname from pg_proc where proname like 'diptych%'`);
  expect(left, `interrupted at ${steps.at(-1)}`).toEqual([]);
  return error === 'Error: interrupted';
}

it('a division may be interrupted at each step: servers go on, and another run divides the tables', async () => {
  let steps = 0;
  while (await interruptedAt(steps)) steps += 1;
  expect(steps).toBeGreaterThan(13);
});
