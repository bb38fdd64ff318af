import type { TestProject } from 'vitest/node';
import { say } from '../apt.ts';
import { startForTests } from './global-setup.ts';
import { startPooler } from './pooler.ts';

/** Starts a server behind PgBouncer, or prints one clear line with the reason why it cannot. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startForTests(project);
  const pooler = await startPooler(server);
  if (pooler === undefined)
    say('SKIPPED, all tests behind a pooler: PgBouncer is not installed (apt-get install pgbouncer)');
  else project.provide('pooler', { url: pooler.url, knowsPrepared: pooler.knowsPrepared });
  return async () => {
    await pooler?.stop();
    await server.stop();
  };
}
