import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { useDatabase } from '../../support/database-of.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { Load } from '../support/load.ts';
import { PatroniCluster, type PatroniNode } from '../support/patroni.ts';
import { hasPatroni } from '../support/patroni-programs.ts';
import { Pulse } from '../support/pulse.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

const SLOW = 300_000;
const ANSWERS = 150;
const DATABASE = 'diptych';
const USER = 'diptych:of-diptych';

const SET_UP = [
  `create user diptych password 'of-diptych'`,
  'create database diptych owner diptych',
  'grant pg_read_all_stats to diptych',
];

const ways = [
  { way: 'HAProxy', address: (cluster: PatroniCluster) => cluster.throughProxy },
  { way: 'the three hosts', address: (cluster: PatroniCluster) => cluster.withHosts },
];

describe.skipIf(!hasPatroni()).each(ways)('Patroni under load, with $way in database.url', ({ address }) => {
  let cluster: PatroniCluster;
  let folder = '';
  let server: ServerProcess;
  let load: Load;
  let pulse: Pulse;

  beforeAll(async () => {
    cluster = await PatroniCluster.start();
    await cluster.administer(SET_UP);
    folder = mkdtempSync(join(tmpdir(), 'diptych-patroni-client-'));
    useDatabase(folder, address(cluster)(USER, DATABASE));
    server = await startProcess(folder, { DIPTYCH_DATABASE_ACKNOWLEDGED: 'two' });
    useDatabase(folder, cluster.throughProxy(cluster.superuser, DATABASE));
    load = new Load(join(folder, 'diptych.sqlite'), server);
    await load.prepare();
    pulse = new Pulse(server);
  }, SLOW);
  afterAll(async () => {
    await pulse?.stop();
    await server?.kill();
    await cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  async function doctor(): Promise<readonly string[]> {
    const options = {
      data: folder,
      'database.url': address(cluster)(USER, DATABASE),
      'database.acknowledged': 'two',
    };
    const { findings } = await diagnose({ environment: {}, options });
    return findings.filter(({ level }) => level === 'failure').map(({ text }) => text);
  }

  async function expectNothingLost(): Promise<void> {
    const acknowledged = [...pulse.acknowledged];
    const stored = new Set(
      await cluster.rows(`select publisher_id from publisher where display_name = 'Pulse'`, DATABASE),
    );
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    const twice = `select key_hash from issued_mso group by 1 having count(*) > 1`;
    expect(await cluster.rows(twice, DATABASE)).toEqual([]);
    await load.expectKept();
  }

  /** Lets something happen under load until the same process is ready again, and checks that nothing is lost. */
  async function survives(what: string, happens: () => Promise<void>, mends = async () => {}): Promise<void> {
    pulse.mark();
    await load.liveWhile(async () => {
      await load.answers(ANSWERS);
      await happens();
    });
    await mends();
    await pulse.flows();
    await untilTold(server.url, READY);
    console.log(`${what}: ${pulse.told}`);
    await cluster.untilWhole();
    await expectNothingLost();
  }

  it('the primary loses its power', { timeout: SLOW }, async () => {
    let primary: PatroniNode | undefined;
    await survives(
      'kill -9 of PostgreSQL and Patroni',
      async () => {
        primary = await cluster.primary();
        await primary.crash();
      },
      async () => {
        expect(await doctor()).toEqual([expect.stringMatching(/^the database cannot be reached: /)]);
        expect((await cluster.primary()).name).not.toBe(primary?.name);
        await pulse.flows();
        primary?.resume();
      },
    );
  });

  it('an operator moves the primary', { timeout: SLOW }, async () => {
    await survives('patronictl switchover', async () => cluster.switchover());
  });

  it('both standbys stop: changes get 503 until one is back', { timeout: SLOW }, async () => {
    let standbys: readonly PatroniNode[] = [];
    await survives(
      'both standbys stop',
      async () => {
        const primary = await cluster.primary();
        standbys = cluster.nodes.filter((node) => node !== primary);
        for (const standby of standbys) await standby.crash();
      },
      async () => {
        await untilTold(server.url, UNAVAILABLE);
        expect(await doctor()).toEqual(['no synchronous standby of PostgreSQL is connected']);
        for (const standby of standbys) standby.resume();
      },
    );
  });

  it.each([
    {
      name: 'the machine of the primary answers nothing, and comes back',
      what: 'SIGSTOP of PostgreSQL and Patroni',
      freeze: (primary: PatroniNode) => primary.freeze(),
    },
    {
      name: 'Patroni of the primary answers nothing, and its PostgreSQL goes on',
      what: 'SIGSTOP of Patroni alone',
      freeze: (primary: PatroniNode) => primary.freezePatroni(),
    },
  ])('$name', { timeout: SLOW }, async ({ what, freeze }) => {
    let primary: PatroniNode | undefined;
    await survives(
      what,
      async () => {
        primary = await cluster.primary();
        freeze(primary);
      },
      async () => {
        expect((await cluster.primary()).name).not.toBe(primary?.name);
        await pulse.flows();
        primary?.thaw();
      },
    );
  });

  it('at the end every wallet goes through its life', { timeout: SLOW }, async () => {
    await pulse.stop();
    await load.finish();
    await expectNothingLost();
    expect(await server.stop()).toBe(0);
  });
});
