import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOf, dropDatabaseOf, postgresUrl } from '../../support/database-of.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { Load } from '../support/load.ts';
import { proxyTo, type TcpProxy, type Way } from '../support/proxy.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

const SLOW = 240_000;
/** How the connection fails, and for how long, in milliseconds. */
const OUTAGES: readonly (readonly [Way, number])[] = [
  ['refused', 1000],
  ['silent', 3000],
];
const TIMEOUT_SECONDS = '1';

const folder = mkdtempSync(join(tmpdir(), 'diptych-unreachable-'));
let proxy: TcpProxy;
let server: ServerProcess;
let load: Load;

beforeAll(async () => {
  await databaseOf(folder);
  proxy = await proxyTo(postgresUrl(folder));
  server = await startProcess(folder, {
    DIPTYCH_DATABASE_URL: proxy.through(postgresUrl(folder)),
    DIPTYCH_DATABASE_TIMEOUT_SECONDS: TIMEOUT_SECONDS,
  });
  load = new Load(join(folder, 'diptych.sqlite'), server);
  await load.prepare();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await server.kill();
  proxy.close();
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

/** All clients send requests repeatedly. Each time the server answers that it is unavailable. */
async function expectUnavailableFor(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const before = load.unavailable;
    await load.liveUntil(async () => {});
    expect(load.unavailable).toBeGreaterThanOrEqual(before + load.writers.length);
  }
}

/** Requests to the authorization server that need the database. */
const OAUTH: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'c', client_secret: 's' }],
  ['/oauth/revoke', { token: 'x' }],
];

async function expectOAuthUnavailable(): Promise<void> {
  for (const [path, form] of OAUTH) {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
  }
}

describe('A database that cannot be reached under load', () => {
  it.each(OUTAGES)(
    'after connections to the database were %s for %i ms no data are lost, and the server recovers without a restart',
    {
      timeout: SLOW,
    },
    async (way, outage) => {
      const { acknowledged } = load;
      await load.liveUntil(async () => {
        await load.answers(30);
        await proxy.set(way);
      });
      await untilTold(server.url, UNAVAILABLE);
      await untilTold(server.connection.url, UNAVAILABLE);
      await expectOAuthUnavailable();
      await expectUnavailableFor(outage);
      await proxy.set('open');
      await untilTold(server.url, READY);
      await load.expectKept();
      expect(load.acknowledged).toBeGreaterThan(acknowledged);
    },
  );

  it('SIGTERM still stops a server whose database cannot be reached', { timeout: SLOW }, async () => {
    await load.finish();
    await proxy.set('silent');
    expect(await server.stop()).toBe(0);
  });
});
