import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { BIN_OF_SOURCES } from '../support/bin.ts';
import { diptych } from '../support/cli.ts';
import { databaseOf, dropDatabaseOf, postgresUrl } from '../support/database-of.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import {
  liveOn,
  mediationOf,
  phoneOf,
  provision,
  useBothPanels,
  useMediation,
} from './support/both-panels.ts';

const SLOW = 120_000;
const NEXT_VERSION = new URL('support/next-version.ts', import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), 'diptych-upgrade-'));
const servers: ServerProcess[] = [];

/** Starts a server process of this version. */
async function older(): Promise<ServerProcess> {
  const server = await startProcess(folder);
  servers.push(server);
  return server;
}

/** Starts a server process of a later version, whose migrations only add or also remove. */
async function newer(migrations: 'expand' | 'contract'): Promise<ServerProcess> {
  const variables = { NODE_OPTIONS: `--import=${NEXT_VERSION}`, LATER_MIGRATIONS: migrations };
  const server = await startProcess(folder, variables, BIN_OF_SOURCES);
  servers.push(server);
  return server;
}

function migrationsDone(): readonly unknown[] {
  const rows = queryPostgres(postgresUrl(folder), 'select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

beforeAll(() => databaseOf(folder), HOOK_TIMEOUT);
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
}, HOOK_TIMEOUT);

const command = (...args: readonly string[]) => {
  vi.stubEnv('DIPTYCH_DATABASE_URL', postgresUrl(folder));
  return diptych(...args, '--data', folder);
};

describe('An upgrade that only adds to the schema', () => {
  it('processes of the previous version keep working after an upgrade that adds', {
    timeout: SLOW,
  }, async () => {
    const old = await older();
    const device = phoneOf([old]);
    const holderId = await provision([old], device);
    const mediation = await mediationOf([old]);
    await useMediation(mediation);
    const next = await newer('expand');
    expect(migrationsDone()).toEqual([...MIGRATION_NAMES, '900-remark']);
    await liveOn([old], device, holderId);
    await useMediation(mediation);
    await useBothPanels([old, next]);
  });

  it('a process of the previous version can start again', { timeout: SLOW }, async () => {
    const restarted = await older();
    expect(migrationsDone()).toContain('900-remark');
    await useBothPanels([restarted, servers[1] as ServerProcess]);
  });

  it('diptych doctor of the previous version warns about the newer schema, and migrate does nothing', async () => {
    expect((await command('doctor')).out).toMatch(/WARNING store: a newer version extended .*900-remark/);
    expect(await command('migrate')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('The schema is'),
    });
  });
});

describe('An upgrade that removes what older versions need from the schema', () => {
  it('a version may remove from the schema what the previous version no longer needs', {
    timeout: SLOW,
  }, async () => {
    const next = await newer('contract');
    expect(migrationsDone()).toContain('901-no-remark-after-900');
    await useBothPanels([next]);
  });

  it('processes of the previous version keep working after an upgrade that removes', {
    timeout: SLOW,
  }, async () => {
    await useBothPanels([servers[1] as ServerProcess]);
    await useBothPanels([await newer('expand')]);
  });

  it('versions that need what was removed refuse to start', { timeout: SLOW }, async () => {
    await expect(older()).rejects.toThrow(
      /status 1: diptych: a newer version removed from the schema .*901-no-remark-after-900.*; start the newer version/,
    );
    expect(await command('migrate')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('901-no-remark-after-900'),
    });
    expect((await command('doctor')).out).toMatch(/FAILURE store: a newer version removed .*901-no-remark/);
  });
});
