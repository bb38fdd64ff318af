import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { reach } from '../../client/transport/node.ts';
import { freePort } from '../free-port.ts';
import { demoHolder } from '../issuer/participants.ts';
import { expectEqual, type Narrator, StoryError } from '../narrator.ts';
import { Load } from './load.ts';
import {
  conninfoOf,
  findPostgres,
  type Installation,
  type Machine,
  startPrimary,
  startStandby,
} from './postgres.ts';
import { killAll } from './processes.ts';
import type { Scene } from './scene.ts';

/** How long phones fetch MSOs before the machine is lost and after another one is ready, in milliseconds. */
const BEFORE = 1_500;
const AFTER = 1_500;
const TICK = 500;

/** Longest time until the server must be ready again, in milliseconds. */
const PATIENCE = 60_000;

/** Draws how many MSOs were stored in each half second, while it happens. */
function graph(load: Load, tell: Narrator): { stop(): void } {
  let seen = load.acknowledged.length;
  let ticks = 0;
  const timer = setInterval(() => {
    const count = load.acknowledged.length - seen;
    seen += count;
    ticks += 1;
    const bar = '█'.repeat(Math.min(60, Math.ceil(count / 2)));
    tell.show(`${((ticks * TICK) / 1000).toFixed(1).padStart(5)} s  ${bar} ${count}`);
  }, TICK);
  return { stop: () => clearInterval(timer) };
}

async function untilReady(url: string): Promise<void> {
  const since = performance.now();
  while (!(await reach(`${url}/readyz`)).ok) {
    if (performance.now() - since > PATIENCE) throw new StoryError('the server is not ready again');
    await setTimeout(20);
  }
}

/** Promotes the standby that received most; the other one follows it. */
async function promote(standbys: readonly [Machine, Machine], tell: Narrator): Promise<void> {
  const received = async (machine: Machine) =>
    BigInt(await machine.ask(`select (pg_last_wal_receive_lsn() - '0/0')::text`));
  const [b, c] = standbys;
  const [better, other] = (await received(b)) >= (await received(c)) ? [b, c] : [c, b];
  tell.step(`Standby ${better.name} received the most, so it is promoted; ${other.name} follows it`);
  await better.ask('select pg_promote()', tell);
  await other.ask(`alter system set primary_conninfo = '${conninfoOf(better, other.name)}'`);
  await other.ask('select pg_reload_conf()');
}

async function threeMachines(installation: Installation, folder: string) {
  const place = async (name: string) => ({ installation, folder, name, port: await freePort() });
  const a = await startPrimary(await place('a'));
  const b = await startStandby(await place('b'), a);
  const c = await startStandby(await place('c'), a);
  return [a, b, c] as const;
}

/** The machine of the primary is lost under load, and nothing acknowledged is lost. */
export const failOver: Scene = async ({ issuerId }, tell, { terminalOn }) => {
  const installation = findPostgres();
  if (typeof installation === 'string') {
    tell.step('SKIPPED: PostgreSQL loses a machine under load');
    tell.result(`this scene needs PostgreSQL: ${installation}`);
    return;
  }
  const { version } = installation;
  tell.step(`Three servers of PostgreSQL ${version}: a commit waits until one of two standbys has it`);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-postgres-'));
  try {
    const [a, b, c] = await threeMachines(installation, folder);
    tell.result(`a is the primary, b and c copy it; synchronous_standby_names = 'ANY 1 (a, b, c)'`);
    const hosts = [a, b, c].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const settings = {
      DIPTYCH_DATABASE_URL: `postgres://postgres@${hosts}/postgres`,
      DIPTYCH_DATABASE_ACKNOWLEDGED: 'two',
    };
    for (const [name, value] of Object.entries(settings)) tell.show(`$ export ${name}=${value}`);
    const server = await terminalOn('issuer').serve('issuer', settings);

    const load = new Load(server, issuerId);
    tell.step('Phones fetch MSOs, one after the other. Stored in each half second:');
    await load.start(await demoHolder());
    const drawn = graph(load, tell);
    await setTimeout(BEFORE);
    tell.step('The machine of the primary is lost: kill -9 of all its processes');
    await a.kill();
    await promote([b, c], tell);
    await untilReady(server.url);
    await setTimeout(AFTER);
    drawn.stop();
    await load.end();

    tell.step('Every phone asks again for every MSO that it was given');
    const lost = await load.lost();
    tell.result(`${load.acknowledged.length} acknowledged, ${lost} lost, no key with two MSOs`);
    tell.result(
      `${load.longestGap.toFixed(1)} s without writes; ${load.repeated} requests were refused and repeated, and the server was not restarted`,
    );
    tell.result(
      'here the standby was promoted at once; Patroni and the like first wait until a machine is surely lost',
    );
    expectEqual(lost, 0, 'lost MSOs');
    await server.stop();
    for (const machine of [c, b]) await machine.stop();
  } finally {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  }
};
