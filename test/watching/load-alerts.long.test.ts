import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prove } from '../connector/support.ts';
import { HAS_DISKS, newDisk } from '../faults/support/mounts.ts';
import { MINE, startHttpWorld } from '../mediation/http/support/world.ts';
import { servedApp } from '../mediation/serve/support/app.ts';
import { freePort } from '../support/free-port.ts';
import { mediationOf } from '../support/panels.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { startRecordSystem } from '../support/record-system.ts';
import { startWorld } from '../support/world.ts';
import { hasPromtool } from './support/promtool.ts';
import { alerts, eachMinute, recorded } from './support/recorded.ts';
import { alertsAfter } from './support/rules.ts';

/** Ends the time for which a server uses what it has looked up. */
const LOOK_AGAIN = 2000;

describe.skipIf(!hasPromtool())('Alerts about load', () => {
  it('somebody who tries pre-authorization codes', async () => {
    const settings = { 'issuer.codes.wrongPerDevice': 3, 'issuer.codes.wrongInAll': 3 };
    const scrapes = await recorded({ settings }, async (world) => {
      for (let guess = 0; guess < 3; guess += 1) await prove(world, `guess ${guess}`);
    });
    expect(alerts(scrapes, 5)).toEqual(['DiptychCodesTried']);
  });

  it('a caller beyond a limit, whom no limit refused before', async () => {
    const scrapes = await recorded({ settings: { 'limits.servePerAddress': 1 } }, async ({ url }) => {
      const request = () => fetch(`${url}/serve/v1/pk_none/apps/none.json`);
      await Promise.all(Array.from({ length: 102 }, request));
    });
    expect(alerts(scrapes, 5)).toEqual(['DiptychRateLimited']);
  });

  it('an app with too many groups for a snapshot', async () => {
    const world = await startHttpWorld();
    const app = await servedApp(world);
    const groupId = app.group.path.split('/').at(-1) as string;
    const scrapes = await eachMinute(world, 1, async () => {
      await mediationOf(world.server).store.write(async (writer) => {
        const group = await writer.group(MINE, groupId);
        for (let copy = 1; group && copy <= 1000; copy += 1)
          await writer.insertGroup({ ...group, groupId: String(2_000_000_000 + copy), lines: [] });
      });
      world.advance(LOOK_AGAIN);
      await fetch(app.snapshotUrl);
    });
    await world.close();
    expect(alerts(scrapes, 5)).toEqual(['DiptychSnapshotTooLarge']);
  });

  it('an event loop that is blocked', async () => {
    const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    const scrapes = await recorded({}, async () => {
      // The blocked turn is measured by the next one.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((done) => setImmediate(() => done(block())));
    });
    expect(alertsAfter(scrapes, 30)).toContain('DiptychEventLoopSlow');
  });

  it.skipIf(!HAS_DISKS)('a disk that becomes full within a day', async () => {
    const disk = newDisk('60g');
    const world = await startWorld({ settings: { data: join(disk.path, 'data') } });
    const scrapes = await eachMinute(world, 4, async (minute) => disk.resize(`${58 - 2 * minute}g`));
    await world.close();
    disk.remove();
    expect(alertsAfter(scrapes, 0, 30)).toContain('DiptychDiskFullInADay');
  });
});

describe.skipIf(!hasPromtool())('Alerts about other systems', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('a system of record that is away', async () => {
    const system = await startRecordSystem();
    const settings = { 'issuer.records.source': 'http', 'issuer.records.url': system.url };
    const scrapes = await recorded({ settings }, async (world) => {
      await system.close();
      for (let lookup = 0; lookup < 5; lookup += 1) await prove(world, `code ${lookup}`);
    });
    expect(alerts(scrapes)).toEqual(['DiptychRecordsAway']);
  });

  it('a read replica that is away', async () => {
    const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
    const settings = { 'database.url': postgres.url('postgres'), 'database.replicaUrl': nowhere };
    const world = await startWorld({ settings });
    const scrapes = await eachMinute(world, 12, () => world.admin('listHolders', {}));
    await world.close();
    expect(alerts(scrapes, 0)).toEqual(['DiptychReplicaMissed']);
  });

  it('a database that answers apps slowly, and then not at all', async () => {
    queryPostgres(postgres.url('postgres'), 'create database apps');
    const world = await startHttpWorld({ 'database.url': postgres.url('apps') });
    const app = await servedApp(world);
    await fetch(app.snapshotUrl);
    const other = new Client({ connectionString: postgres.url('apps') });
    await other.connect();
    const slow = await eachMinute(world, 12, async (minute) => {
      if (minute % 4 !== 0) return;
      world.advance(LOOK_AGAIN);
      await other.query('begin; lock table publisher_version');
      const answer = fetch(app.snapshotUrl);
      await other.query('select pg_sleep(0.7); commit');
      await answer;
    });
    await other.end();
    expect(alerts(slow, 0)).toEqual(['DiptychServeSlow']);

    await postgres.crash();
    const away = await eachMinute(world, 8, async () => {
      world.advance(LOOK_AGAIN);
      expect((await fetch(app.snapshotUrl)).status).toBe(200);
    });
    await world.close();
    expect(alerts(away, 0)).toEqual(['DiptychDatabaseAway', 'DiptychNotReady', 'DiptychServesOldSnapshots']);
  });
});
