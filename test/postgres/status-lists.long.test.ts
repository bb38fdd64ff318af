import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StatusEntry, statusEntries } from '../../src/issuer/status/list-entries.ts';
import { STATUS_URI } from '../issuer/status/support/status.ts';
import { TEST_EFFECTS } from '../support/effects.ts';
import { issuerOf } from '../support/panels.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { type Replica, startReplica } from './support/replica.ts';

const DAY = 86_400_000;

let primary: PostgresServer;
let standby: Replica;
let world: World;

beforeAll(async () => {
  primary = await startPostgres({ settings: { fsync: 'off' } });
  standby = await startReplica(primary);
  const hosts = [primary, standby].map((server) => new URL(server.url('postgres')).host).join(',');
  const settings = {
    'database.url': `postgres://postgres@${hosts}/postgres`,
    'issuer.status.uri': STATUS_URI,
  };
  world = await startWorld({ startAt: Date.now(), settings });
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  for (const server of [standby, primary]) await server?.stop();
}, HOOK_TIMEOUT);

/** A process of the server. */
function processOf(closed: (reason: string) => void = () => {}) {
  const { store, clock } = world.server.context;
  const { statusLists } = issuerOf(world.server);
  return statusEntries({
    store,
    policy: { entries: 2 ** 17, period: 'week', grid: 3_600_000 },
    keyOf: (name) => createHmac('sha256', 'a secret').update(name).digest(),
    clock,
    random: TEST_EFFECTS.random,
    publisher: statusLists.publisher,
    closed: ({ reason, lists }) => closed(`${reason} ${lists}`),
  });
}

async function take(from: ReturnType<typeof processOf>): Promise<readonly StatusEntry[]> {
  const { root } = await world.server.context.keys.keyring.documentSigner();
  const validUntil = world.now() + 30 * DAY;
  const taken: StatusEntry[] = [];
  while (taken.length < 100) taken.push(await from.take({ root, baseUri: STATUS_URI, validUntil }));
  return taken;
}

const placeOf = ({ uri, idx }: StatusEntry) => `${uri} ${idx}`;

describe('Status lists after a standby was promoted that lacks the last changes', () => {
  it('no entry is given twice, although the new primary does not know which were given', async () => {
    const told: string[] = [];
    const [first, second, third] = [processOf(), processOf(), processOf((line) => told.push(line))];
    const before = await take(first);
    await standby.catchUp();
    queryPostgres(standby.url('postgres'), `alter system set primary_conninfo = ''`);
    queryPostgres(standby.url('postgres'), 'select pg_reload_conf()');
    const primaryAsk = (statement: string) => queryPostgres(primary.url('postgres'), statement);
    await expect.poll(() => primaryAsk('select from pg_stat_replication')).toEqual([]);
    const lost = await take(second);
    await primary.stop();
    queryPostgres(standby.url('postgres'), 'select pg_promote()');
    const after = await take(third);
    const all = [...before, ...lost, ...after].map(placeOf);
    expect(new Set(all).size).toBe(all.length);
    // The next process finds that the lists were closed.
    await take(processOf((line) => told.push(line)));
    expect(told).toEqual(['otherDatabase 4']);
    const { events } = await world.admin('listEvents', { subject: 'statusLists' });
    expect(events.map(({ event }) => event)).toEqual(['begin', 'close']);
  });
});
