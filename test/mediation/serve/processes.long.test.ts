import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { createLogger } from '../../../src/server/observe/logger.ts';
import { type Server, startServer } from '../../../src/server/process/start-server.ts';
import { databaseOf } from '../../support/database-of.ts';
import { TEST_EFFECTS } from '../../support/effects.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import {
  ACCOUNT,
  liveLine,
  type MediationClient,
  MINE,
  newGroupBody,
  type Processes,
  startProcesses,
} from '../concurrency/support/processes.ts';
import { adUnit, INMOBI, useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

/** Servers on several ports have one address for apps. */
const PUBLIC = 'http://ads.example';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses(2, { DIPTYCH_OAUTH_ISSUER_URL: PUBLIC });
}, HOOK_TIMEOUT);
afterAll(() => processes.close());

describe('Two server processes on one database', () => {
  it('a change by one process is in the snapshots of both, with the same hash', async () => {
    const [client] = processes.clients as [MediationClient];
    const app = (await client('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } })).body;
    const unit = { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' };
    const { adUnitId } = (await client('POST', `${ACCOUNT}/adUnits`, { body: unit })).body;
    const { targeting, ...rest } = newGroupBody('Group');
    const body = { ...rest, targeting: { ...targeting, adUnitIds: [adUnitId] } };
    const group = (await client('POST', `${ACCOUNT}/mediationGroups`, { body })).body;
    const { key } = (await client('POST', `${app.name}/servingKeys`, { body: {} })).body;
    const etags = () =>
      Promise.all(
        processes.servers.map(async ({ url }: ServerProcess) => {
          const answer = await fetch(`${url}/serve/v1/${key}/apps/${app.appId}.json`);
          expect(answer.status).toBe(200);
          return answer.headers.get('etag');
        }),
      );
    const [before, same] = await etags();
    expect(same).toBe(before);
    await client('PATCH', group.name, {
      query: { updateMask: 'mediationGroupLines["-1"]' },
      body: { mediationGroupLines: { '-1': liveLine('Second') } },
    });
    const after = await vi.waitUntil(
      async () => {
        const found = await etags();
        return found.every((etag) => etag !== before) && found;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(new Set(after).size).toBe(1);
  });
});

/** A server looks for changes this often; two seconds are promised, the rest is for making the snapshot. */
const LOOK_EVERY = 1000;

describe('Two servers with one clock on one database', () => {
  const world = useHttpWorld({ 'oauth.issuerUrl': PUBLIC });
  let second: Server;
  beforeAll(async () => {
    const { path } = world().server.context.folder;
    const ports = { port: 0, adminPort: 0 };
    const options = { data: path, ...ports, 'oauth.issuerUrl': PUBLIC, ...(await databaseOf(path)) };
    second = await startServer(loadSettings({ environment: {}, options }), {
      effects: { ...TEST_EFFECTS, clock: world().now },
      logger: createLogger('silent'),
      sweepEvery: 0,
    });
  }, HOOK_TIMEOUT);
  afterAll(() => second?.close());

  type App = Awaited<ReturnType<typeof servedApp>>;

  /** What each server answers: the hash and the lines of the snapshot, and the group of a live request. */
  const answers = ({ snapshotUrl, resolveUrl, adUnitId }: App) =>
    Promise.all(
      [world().url, second.url].map(async (url) => {
        const get = (address: string) => fetch(address.replace(world().url, url));
        const snapshot = await get(snapshotUrl);
        const live = await get(resolveUrl());
        expect([snapshot.status, live.status]).toEqual([200, 200]);
        const { adUnits } = (await snapshot.json()) as {
          adUnits: Record<string, { id: string; lines: { A: object[] } }[]>;
        };
        return {
          etag: snapshot.headers.get('etag'),
          groups: (adUnits[adUnitId] ?? []).map(({ id, lines }) => `${id}: ${lines.A.length}`),
          live: ((await live.json()) as { mediationGroupId?: string }).mediationGroupId,
        };
      }),
    );

  /** Sends a change to one of the servers, which issues its own tokens. */
  async function changeAt(server: Server, method: string, address: string, body: object): Promise<void> {
    const { url, adminUrl = '', context } = server;
    const connection = { url: adminUrl, token: readFileSync(context.folder.adminToken, 'utf8').trim() };
    const asked = { publishers: [MINE], scopes: ['monetization'] };
    const { accessToken } = await callAdmin(connection, 'issueToken', asked);
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${address}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  }

  it('every change is in the answers of both a second later, whichever of them made it', async () => {
    const app = await servedApp(world());
    const { path, group } = app.group;
    const id = group.mediationGroupId as string;
    const expectBoth = async (groups: readonly string[], what: string) => {
      const [one, other] = await answers(app);
      expect(one, what).toMatchObject({ groups, live: groups.length > 0 ? id : undefined });
      expect(other, what).toEqual(one);
    };
    const line = { displayName: 'Second', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
    const [whole, changed] = [[`${id}: 2`], [`${id}: 3`]];
    const changes: [string, string, object, readonly string[]][] = [
      ['PATCH', '?updateMask=mediationGroupLines["-1"]', { mediationGroupLines: { '-1': line } }, changed],
      ['POST', ':rollback', { revision: '1' }, whole],
      ['POST', ':archive', {}, []],
      ['POST', ':unarchive', {}, []],
      ['PATCH', '?updateMask=state', { state: 'ENABLED' }, whole],
      ['PATCH', '?updateMask=targeting.adUnitIds', { targeting: { adUnitIds: [adUnit()] } }, []],
    ];
    await expectBoth(whole, 'before');
    for (const [turn, [method, rest, body, groups]] of changes.entries()) {
      await changeAt(turn % 2 === 0 ? world().server : second, method, `${path}${rest}`, body);
      world().advance(LOOK_EVERY);
      await expectBoth(groups, `${method} ${rest}`);
    }
  });

  it('a key that one of them revoked is refused by the other a second later', async () => {
    const app = await servedApp(world());
    const status = async () => (await fetch(app.snapshotUrl.replace(world().url, second.url))).status;
    expect(await status()).toBe(200);
    await app.revoke();
    world().advance(LOOK_EVERY);
    expect(await status()).toBe(403);
  });
});
