import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { conninfoOf, type Replica, startReplica } from '../../postgres/support/replica.ts';
import { useDatabase } from '../../support/database-of.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/start.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { Load } from '../support/load.ts';
import { READY, UNAVAILABLE, untilTold } from '../support/readiness.ts';

const SLOW = 180_000;
const ANSWERS = 150;
const PUBLISHER = 'pub-7777777777777777';
const DOUBTFUL = 'pub-8888888888888888';

/** The same on all three, because `alter system` is not replicated. */
const settings = {
  // When a process dies, its written data survive: the machine keeps them, synced or not.
  fsync: 'off',
  synchronous_standby_names: 'ANY 1 (a, b, c)',
};

let a: PostgresServer;
let b: Replica;
let c: Replica;
let folder: string;
let server: ServerProcess;
let load: Load;

async function ask<T>(postgres: PostgresServer, statement: string): Promise<T | undefined> {
  const client = new Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0] as T | undefined;
}

/** What doctor reports as a failure. */
async function failures(): Promise<readonly string[]> {
  const options = { data: folder, 'database.url': address(), 'database.acknowledged': 'two' };
  const { findings } = await diagnose({ environment: {}, options });
  return findings.filter(({ level }) => level === 'failure').map(({ text }) => text);
}

const until = async (isTrue: () => Promise<boolean | undefined>) => {
  while (!(await isTrue()));
};

const address = () => {
  const hosts = [a, b, c].map((postgres) => new URL(postgres.url('postgres')).host).join(',');
  return `postgres://postgres@${hosts}/postgres`;
};

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.connection.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

beforeAll(async () => {
  a = await startPostgres({ settings: { ...settings, synchronous_standby_names: '' } });
  b = await startReplica(a, { name: 'b', settings });
  c = await startReplica(a, { name: 'c', settings });
  await ask(a, `alter system set synchronous_standby_names = '${settings.synchronous_standby_names}'`);
  await ask(a, 'select pg_reload_conf()');
  folder = mkdtempSync(join(tmpdir(), 'diptych-failover-'));
  useDatabase(folder, address());
  server = await startProcess(folder, { DIPTYCH_DATABASE_ACKNOWLEDGED: 'two' });
  useDatabase(folder, a.url('postgres'));
  load = new Load(join(folder, 'diptych.sqlite'), server);
  await load.prepare();
}, SLOW);
afterAll(async () => {
  await server?.kill();
  for (const postgres of [c, b, a]) await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, HOOK_TIMEOUT);

describe('Three servers of PostgreSQL, of which the primary loses its machine under load', () => {
  let primary: Replica;
  let standby: Replica;

  it('requests get 503 until a standby is promoted, and then the same process goes on', {
    timeout: SLOW,
  }, async () => {
    let killedAt = 0;
    await load.liveUntil(async () => {
      await load.answers(ANSWERS);
      await a.crash();
      killedAt = performance.now();
    });
    await untilTold(server.url, UNAVAILABLE);
    const received = async (postgres: Replica) =>
      BigInt((await ask<string>(postgres, `select (pg_last_wal_receive_lsn() - '0/0'::pg_lsn)::text`)) ?? 0);
    [primary, standby] = (await received(b)) >= (await received(c)) ? [b, c] : [c, b];
    await ask(primary, 'select pg_promote()');
    const promotedAt = performance.now();
    const name = standby === b ? 'b' : 'c';
    await ask(standby, `alter system set primary_conninfo = '${conninfoOf(primary, name)}'`);
    await ask(standby, 'select pg_reload_conf()');
    await untilTold(server.url, READY);
    const [all, own] = [killedAt, promotedAt].map((from) => Math.round(performance.now() - from));
    console.log(
      `${load.acknowledged} answers, ${load.unavailable} refused; ready ${all} ms after the kill, ${own} ms after the promotion`,
    );
  });

  it('nothing acknowledged is lost, no change is half done, and no key has two MSOs', {
    timeout: SLOW,
  }, async () => {
    useDatabase(folder, primary.url('postgres'));
    await load.expectKept();
    expect(
      await ask(
        primary,
        'select count(*)::int from (select key_hash from issued_mso group by 1 having count(*) > 1) as twice',
      ),
    ).toBe(0);
    await load.finish();
  });

  it('the old primary, which is started again and accepts writes, is not used', {
    timeout: SLOW,
  }, async () => {
    await a.resume();
    const again = await startProcess(folder, {
      DIPTYCH_DATABASE_URL: address(),
      DIPTYCH_DATABASE_ACKNOWLEDGED: 'two',
    });
    await untilTold(again.url, READY);
    await callAdmin(again.connection, 'createPublisher', {
      id: PUBLISHER,
      displayName: 'After the failover',
    });
    expect(await again.stop()).toBe(0);
    const stored = `select count(*)::int from publisher where publisher_id = '${PUBLISHER}'`;
    expect([await ask(a, stored), await ask(primary, stored)]).toEqual([0, 1]);
    expect(await failures()).toEqual(['fsync of PostgreSQL is off']);
    await a.crash();
  });

  it('a commit whose wait for the standby is canceled is in doubt: its request gets 503', {
    timeout: SLOW,
  }, async () => {
    const doubts = await metric('diptych_commits_in_doubt_total');
    const receiver = (await ask<number>(standby, 'select pid from pg_stat_wal_receiver')) ?? 0;
    process.kill(receiver, 'SIGSTOP');
    const displayName = 'In doubt';
    const change = callAdmin(server.connection, 'createPublisher', { id: DOUBTFUL, displayName });
    const refused = expect(change).rejects.toMatchObject({ body: { error: { status: 'UNAVAILABLE' } } });
    await until(() =>
      ask<boolean>(
        primary,
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      ),
    );
    await refused;
    process.kill(receiver, 'SIGCONT');
    expect(await metric('diptych_commits_in_doubt_total')).toBe(doubts + 1);
  });

  it('without a standby changes are refused, the readiness check fails, and doctor says why', {
    timeout: SLOW,
  }, async () => {
    await standby.crash();
    await untilTold(server.url, UNAVAILABLE);
    expect(await failures()).toContain('no synchronous standby of PostgreSQL is connected');
    await standby.resume();
    await untilTold(server.url, READY);
    expect(await server.stop()).toBe(0);
  });
});
