import type { TestProject } from 'vitest/node';
import { partitionPostgres } from '../../../src/storage/postgres/partitions/partition.ts';
import { startForTests } from './global-setup.ts';
import { TEMPLATE } from './start.ts';

/** As for all tests, but the large tables have partitions. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startForTests(project);
  await partitionPostgres(server.url(TEMPLATE), () => {});
  return () => server.stop();
}
