// Measures what docs/explain/scale.md is computed from, in some minutes: node bench/capacity/measure.ts
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { simulatedDevice } from '../../src/wallet/index.ts';
import { epochsOf } from '../harness/epochs-of.ts';
import { withProcesses } from '../harness/metered-process.ts';
import { ISSUER_ID } from '../issuer/phone.ts';
import { type GrownStore, growStore } from '../load/growth/grown-store.ts';
import { newPostgres } from '../load/postgres.ts';
import { serve } from '../load/serve.ts';
import { storedBytes } from '../load/storage.ts';
import { fillCredentials } from '../load/store/fill-credentials.ts';
import type { Template } from '../load/store/template.ts';
import type { Measured } from './measured.ts';

/** Enough that half-full pages do not count. */
const CREDENTIALS = 10_000;
const [SMALL, LARGE] = [1, 30];
const [WARM_UP, ROUNDS] = [40, 60];
const ENTRIES = 2 ** 20;

async function bytesOnSqlite({ data }: GrownStore): Promise<Measured['bytes']['sqlite']> {
  const database = openSqlite(dataFolder(data).database);
  const bytes = await storedBytes(database, 'sqlite');
  await database.close();
  return bytes;
}

async function bytesOnPostgres(data: string, template: Template): Promise<Measured['bytes']['postgres']> {
  const postgres = await newPostgres();
  try {
    const url = await postgres.newDatabase('capacity');
    await (await serve(data, 1, { DIPTYCH_DATABASE_URL: url })).stop();
    const database = openPostgres({ url, poolSize: 2, timeout: 60_000, prepare: true });
    await fillCredentials(database, { template, epochs: epochsOf(data) }, CREDENTIALS);
    const bytes = await storedBytes(database, 'postgres');
    await database.close();
    return bytes;
  } finally {
    await postgres.stop();
  }
}

/** Microseconds of processor time of the server for a refresh with all requests that a phone sends for it. */
async function costOf({ server, phone }: GrownStore, keys: number): Promise<number> {
  const issuer = { baseUrl: server.url, issuerId: ISSUER_ID };
  // A new phone each time: one phone would keep all keys.
  const refresh = () => simulatedDevice({ issuer, state: phone.device.state }).refresh(keys);
  for (let run = 0; run < WARM_UP; run += 1) await refresh();
  const before = await server.meter.cpu();
  for (let run = 0; run < ROUNDS; run += 1) await refresh();
  return ((await server.meter.cpu()) - before) / ROUNDS;
}

/** Compressed bytes of a list in which one of a hundred entries is set. */
function listBytes(): number {
  const bits = Buffer.alloc(ENTRIES / 8);
  for (let set = 0; set < ENTRIES / 100; set += 1) {
    const entry = randomInt(ENTRIES);
    bits[entry >> 3]! |= 1 << (entry & 7);
  }
  return deflateSync(bits, { level: 9 }).length;
}

function listMilliseconds(): number {
  const before = process.cpuUsage();
  for (let list = 0; list < 10; list += 1) listBytes();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / 10;
}

async function measure(folder: string): Promise<Measured> {
  return withProcesses(async (processes) => {
    const store = await growStore(processes, join(folder, 'sqlite'), CREDENTIALS);
    const [small, large] = [await costOf(store, SMALL), await costOf(store, LARGE)];
    const perMso = (large - small) / (LARGE - SMALL);
    return {
      on: `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, Node ${process.versions.node}`,
      date: new Date().toISOString().slice(0, '2026-01-31'.length),
      credentials: CREDENTIALS,
      bytes: {
        sqlite: await bytesOnSqlite(store),
        postgres: await bytesOnPostgres(join(folder, 'postgres'), store.template),
      },
      microseconds: { perRefresh: small - SMALL * perMso, perMso },
      statusList: { entries: ENTRIES, bytes: listBytes(), milliseconds: listMilliseconds() },
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'diptych-capacity-'));
try {
  const measured = await measure(folder);
  writeFileSync(new URL('measured.json', import.meta.url), `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
