import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statements } from '../../src/storage/postgres/named-statements.ts';
import { postgresKysely } from '../../src/storage/postgres/postgres-kysely.ts';
import { type Replica as ReplicaReads, replicaOf } from '../../src/storage/postgres/replica.ts';
import { proxyTo } from '../faults/support/proxy.ts';
import { ACCOUNT, newGroupBody } from '../mediation/concurrency/support/processes.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { newHolder } from '../support/records.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { mediationOf, useBothPanels } from './support/both-panels.ts';
import { type Replica, startReplica } from './support/replica.ts';

const SLOW = 120_000;

let primary: PostgresServer;
let replica: Replica;
let world: World;

beforeAll(async () => {
  primary = await startPostgres({ settings: { fsync: 'off' } });
  replica = await startReplica(primary);
  const settings = {
    'database.url': primary.url('postgres'),
    'database.replicaUrl': replica.url('postgres'),
  };
  world = await startWorld({ startAt: Date.now(), settings });
  await replica.catchUp();
}, SLOW);
afterAll(async () => {
  await world.close();
  await replica.stop();
  await primary.stop();
}, HOOK_TIMEOUT);

const missed = () => world.server.context.database.missedByReplica();
const holders = async () =>
  (await world.admin('listHolders', { pageSize: 1000 })).holders.map(({ id }) => id);

describe('A replica of the database for lists', () => {
  it('lists show the state at which the replica stopped, while other requests read current data', {
    timeout: SLOW,
  }, async () => {
    await replica.pause();
    const mediation = await mediationOf([world]);
    const id = await newHolder(world);
    const { name } = (await mediation('POST', `${ACCOUNT}/mediationGroups`, { body: newGroupBody('New') }))
      .body;
    expect(await world.admin('getHolder', { id })).toMatchObject({ id });
    expect((await mediation('GET', name)).status).toBe(200);
    expect(await holders()).not.toContain(id);
    expect((await mediation('GET', `${ACCOUNT}/mediationGroups`)).body).toEqual({});
    await replica.catchUp();
    expect(await holders()).toContain(id);
    expect((await mediation('GET', `${ACCOUNT}/mediationGroups`)).body.mediationGroups).toHaveLength(1);
  });

  it('a replica receives no writes', async () => {
    expect(queryPostgres(replica.url('postgres'), 'select pg_is_in_recovery() as copy')).toEqual([
      { copy: true },
    ]);
    expect(missed()).toBe(0);
  });

  it('when the replica fails lists read from the primary database', { timeout: SLOW }, async () => {
    const before = await holders();
    await replica.crash();
    expect(await holders()).toEqual(before);
    await useBothPanels([world]);
    expect(missed()).toBeGreaterThan(0);
    const metrics = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
    expect(metrics).toContain(`diptych_replica_missed_total ${missed()}\n`);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    await replica.resume();
  });
});

describe('One address of the primary', () => {
  it('a connection to a server that is no primary is not used again: the name may lead elsewhere by now', async () => {
    const proxy = await proxyTo(replica.url('postgres'));
    const url = proxy.through(primary.url('postgres'));
    const options = { url, role: 'primary', size: 1, timeout: 10_000 } as const;
    const database = postgresKysely({ ...options, statements: statements(true) });
    const write = () =>
      database.transaction().execute((one) => sql`create table if not exists moved ()`.execute(one));
    await expect(write()).rejects.toThrow('25006');
    proxy.moveTo(primary.url('postgres'));
    await write();
    await database.destroy();
    proxy.close();
  });
});

describe('Requests that the replica cannot answer', () => {
  const kyselyOf = (server: PostgresServer) =>
    postgresKysely({
      url: server.url('postgres'),
      role: 'any',
      size: 2,
      timeout: 10_000,
      statements: statements(true),
    });
  let time = 0;
  let reads: ReplicaReads;
  let database: ReturnType<typeof kyselyOf>;
  beforeAll(() => {
    database = kyselyOf(primary);
    reads = replicaOf({ primary: database, copy: kyselyOf(replica), now: () => time });
  });
  afterAll(async () => {
    await reads.kysely.destroy();
    await database.destroy();
  });

  /** Whether the replica answered the query. */
  async function byCopy(from = ''): Promise<boolean> {
    const { rows } = await sql<{
      copy: boolean;
    }>`select pg_is_in_recovery() as copy ${sql.raw(from)}`.execute(reads.kysely);
    return rows[0]?.copy === true;
  }

  it('the primary answers while the replica lacks a new table', async () => {
    expect(await byCopy()).toBe(true);
    await replica.pause();
    queryPostgres(primary.url('postgres'), 'create table later as select 1');
    expect(await byCopy('from later')).toBe(false);
    expect(reads.missed()).toBe(1);
    expect(await byCopy()).toBe(true);
    await replica.catchUp();
    expect(await byCopy('from later')).toBe(true);
  });

  it('the primary answers while the replica is down; five seconds later the replica is tried again', async () => {
    await replica.crash();
    expect(await byCopy()).toBe(false);
    await replica.resume();
    time += 4999;
    expect(await byCopy()).toBe(false);
    time += 1;
    expect(await byCopy()).toBe(true);
    expect(await byCopy()).toBe(true);
    expect(reads.missed()).toBe(3);
  });

  it('a request that both the replica and the primary refuse is refused', async () => {
    await expect(byCopy('from nowhere')).rejects.toThrow('SQLSTATE 42P01');
  });
});
