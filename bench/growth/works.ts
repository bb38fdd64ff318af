import { statfsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { METHODS } from '../../src/admin/contract/index.ts';
import { dumpTo } from '../../src/server/backup/postgres-dump.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses } from '../../src/server/files/data-folder.ts';
import { openSnapshot } from '../../src/storage/sqlite/snapshot.ts';
import { simulatedDevice } from '../../src/wallet/index.ts';
import { openConnection, type RawRequest, wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import { AUTH_KEYS, ISSUER_ID, newCode, rootsOf } from '../issuer/phone.ts';
import { ELEMENTS } from '../issuer/record.ts';
import { provisioning } from '../load/growth/growth-requests.ts';
import { requestsAbout } from '../load/growth/requests.ts';
import { REAL, type Store, WAITING } from './store.ts';

/** Does the work some times, and resolves to how many units that were. */
export interface Work {
  readonly name: string;
  readonly warmUps: number;
  readonly rounds: number;
  readonly prepare?: () => Promise<unknown>;
  readonly run: () => Promise<number>;
}

const times = (count: number, work: () => Promise<unknown>) => async () => {
  for (let left = count; left > 0; left -= 1) await work();
  return count;
};

const ISO = ELEMENTS['org.iso.18013.5.1'] as { readonly family_name?: string; readonly birth_date?: unknown };

/** Bytes of the database. */
async function sizeOf({ data, settings }: Store): Promise<number> {
  const url = settings['database.url'];
  if (url === undefined) return statSync(dataFolder(data).database).size;
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as size');
  await client.end();
  return Number(rows[0].size);
}

/** Whether a copy of the database fits on the disk. */
function hasRoom({ data }: Store, size: number): boolean {
  const { bavail, bsize } = statfsSync(dirname(data));
  return bavail * bsize > 1.1 * size;
}

/** Resolves to the megabytes of the database. */
async function backUp(store: Store, size: number): Promise<number> {
  const [target, url] = [`${store.data}.backup`, store.settings['database.url']];
  if (url === undefined) {
    const snapshot = openSnapshot(dataFolder(store.data).database);
    await snapshot.copyTo(target, () => {});
    snapshot.close();
  } else await dumpTo(target, url);
  await rm(target);
  return size / 1e6;
}

/** Deletes the entries of the first seals, as the last steps of a purge do. Resolves to the number of entries. */
async function purging(store: Store): Promise<() => Promise<number>> {
  return async () => {
    const context = await createContext(loadSettings({ environment: {}, options: store.settings }));
    const [first, second] = await context.store.read(async (reader) => {
      const one = await reader.sealAfter(0);
      return [one, one && (await reader.sealAfter(one.number))];
    });
    if (!first || !second) throw new Error('the log has too few seals');
    const startedAt = performance.now();
    await context.store.write((writer) => writer.purgeBefore(second));
    const took = performance.now() - startedAt;
    await context.close();
    return -took / (second.lineDigests.length / 32);
  };
}

/** New phones, each of a new holder, from the registration to the deletion of the credential. */
async function livesOn({ server }: Store, connection: { readonly url: string; readonly token: string }) {
  const trustedRoots = await rootsOf(connection);
  let holders = 0;
  return async () => {
    holders += 1;
    const code = await newCode(connection, `life-${holders}`);
    const device = simulatedDevice({ issuer: { baseUrl: server.url, issuerId: ISSUER_ID }, trustedRoots });
    await device.register();
    await device.proof(code);
    await device.provision();
    await device.provisionMsos(AUTH_KEYS);
    await device.status();
    await device.notifyDeleted();
  };
}

/** What is measured on a store, in this order: the last ones change it. */
export async function worksOn(store: Store): Promise<readonly Work[]> {
  const { adminUrl } = readAddresses(dataFolder(store.data)) ?? { adminUrl: '' };
  const connections = {
    panel: await openConnection(store.server.url),
    admin: await openConnection(adminUrl),
  };
  const about = requestsAbout(store);
  const copies = Array.from(
    { length: REAL - WAITING },
    (_, index) => WAITING + ((index * 37) % (REAL - WAITING)),
  );
  const next = inTurn(copies);
  const token = adminToken(dataFolder(store.data));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = (name: 'listProofings' | 'exportEvents', query: string): RawRequest => ({
    method: 'GET',
    path: `${METHODS[name].http[1]}?${query}`,
    headers,
  });
  const answerTo = async (request: RawRequest) =>
    JSON.parse((await connections.admin.ok(wireOf(request))).body.toString('utf8'));
  const live = await livesOn(store, { url: adminUrl, token });
  const msos = await provisioning(store, copies);
  const search: RawRequest = {
    method: 'POST',
    path: METHODS.searchHolders.http[1],
    headers,
    body: JSON.stringify({ familyName: ISO.family_name, birthDate: String(ISO.birth_date) }),
  };
  const exported = async () => {
    let [entries, pageToken] = [0, ''];
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await answerTo(
        ask('exportEvents', pageToken && `pageToken=${encodeURIComponent(pageToken)}`),
      );
      entries += page.entries.length;
      pageToken = page.nextPageToken;
    }
    return entries;
  };
  const size = await sizeOf(store);
  const reviews = ask('listProofings', 'state=pending&orderBy=deadlineTime&pageSize=50');
  if ((await answerTo(reviews)).proofings?.length !== 50) throw new Error('the list of reviews is not full');
  if ((await answerTo(search)).holders?.length !== 1) throw new Error('the search does not find the person');
  return [
    { name: 'a life', warmUps: 4, rounds: 7, run: times(10, live) },
    {
      name: 'status read',
      warmUps: 10,
      rounds: 15,
      run: times(200, () => connections.panel.ok(wireOf(about.status(next())))),
    },
    {
      name: 'MSO refresh, 10 keys',
      warmUps: 10,
      rounds: 15,
      prepare: async () => msos.prepare?.(20),
      run: times(20, async () => msos.run()),
    },
    {
      name: 'list of reviews',
      warmUps: 10,
      rounds: 15,
      run: times(40, () => connections.admin.ok(wireOf(reviews))),
    },
    {
      name: 'search of a person',
      warmUps: 10,
      rounds: 15,
      run: times(40, () => connections.admin.ok(wireOf(search))),
    },
    { name: 'audit export, an entry', warmUps: 3, rounds: 9, run: exported },
    ...(hasRoom(store, size)
      ? [{ name: 'backup, a MB', warmUps: 0, rounds: 1, run: () => backUp(store, size) }]
      : []),
    { name: 'purge, an entry', warmUps: 0, rounds: 7, run: await purging(store) },
  ];
}
