import { SEALED_AFTER } from '../../src/audit/seal-log.ts';
import { DAY } from '../../src/conventions/time.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { createContext } from '../../src/server/context/context.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { partitionPostgres } from '../../src/storage/postgres/partitions/partition.ts';
import { simulatedDevice } from '../../src/wallet/index.ts';
import { epochsOf } from '../harness/epochs-of.ts';
import type { MeteredProcesses } from '../harness/metered-process.ts';
import { ISSUER_ID, newCode, rootsOf } from '../issuer/phone.ts';
import { ELEMENTS } from '../issuer/record.ts';
import type { GrownStore } from '../load/growth/grown-store.ts';
import { serve } from '../load/serve.ts';
import { fillCredentials } from '../load/store/fill-credentials.ts';
import { idsOf } from '../load/store/ids.ts';
import { templateOf } from '../load/store/template.ts';
import { fillPostgres, fillSqlite, type Span } from './bulk.ts';
import { templateRows } from './template-rows.ts';

/** Copies that a server can decrypt: requests are about these. Their entries of the audit log are sealed. */
export const REAL = 1000;
/** Of those, proofings that wait for a decision. */
export const WAITING = 200;

/** Three ages: copies without history were made 1000 to 90 days ago, those that can be decrypted 60 days ago, the others since. */
const BEFORE = 60 * DAY;
const PURGED_BEFORE = 90 * DAY;
const OLDEST = 1000 * DAY;

const TABLES = [
  'device',
  'proofing',
  'credential',
  'holder',
  'holder_key',
  'holder_search',
  'issued_mso',
  'pre_authorization_code',
  'state_change',
  'handled_request',
] as const;

export interface Place {
  readonly data: string;
  /** Of PostgreSQL; undefined for SQLite. */
  readonly url: string | undefined;
}

export interface Sizes {
  readonly credentials: number;
  /** Bytes of each record, and of each stored MSO. */
  readonly record: number;
  /** The newest credentials, whose requests and entries of the audit log are still stored. */
  readonly history: number;
}

export interface Store extends GrownStore {
  readonly settings: Readonly<Record<string, string>>;
}

async function firstPhone(place: Place) {
  const served = await serve(
    place.data,
    1,
    place.url === undefined ? {} : { DIPTYCH_DATABASE_URL: place.url },
  );
  const device = simulatedDevice({
    issuer: { baseUrl: served.url, issuerId: ISSUER_ID },
    trustedRoots: await rootsOf(served.connection),
  });
  await device.register();
  await device.proof(await newCode(served.connection, 'bench', ELEMENTS));
  const { namespaces } = await device.provision();
  await device.provisionMsos(1);
  await served.stop();
  return { device, namespaces };
}

const contextOn = (settings: Store['settings'], clock: () => number) =>
  createContext(loadSettings({ environment: {}, options: settings }), { ...REAL_EFFECTS, clock });

function spansOf({ credentials, history }: Sizes, now: number): readonly Span[] {
  const end = credentials - REAL;
  const first = Math.max(0, end - history);
  const old = { first: 0, end: first, from: now - OLDEST, until: now - PURGED_BEFORE, hasHistory: false };
  return [old, { first, end, from: now - BEFORE / 2, until: now, hasHistory: true }];
}

/** A store of these sizes, and a server on it. On PostgreSQL it has partitions. */
export async function makeStore(processes: MeteredProcesses, place: Place, sizes: Sizes): Promise<Store> {
  const { data, url } = place;
  const settings = { data, ...(url !== undefined && { 'database.url': url }) };
  const phone = await firstPhone(place);
  if (url !== undefined) await partitionPostgres(url, () => {});
  const now = Date.now();
  const context = await contextOn(settings, () => now + SEALED_AFTER);
  const template = await templateOf(context.store, phone.device.state);
  const timeOf = await fillCredentials(
    context.database,
    { template, epochs: epochsOf(data) },
    REAL,
    now - BEFORE,
  );
  await context.sealLog();
  const waiting = Array.from({ length: WAITING }, (_, copy) => idsOf(copy).proofingId);
  const columns: Record<string, readonly string[]> = {};
  await context.database.write(async (db) => {
    const set = { state: 'pending', decided_at: null, deadline_at: now + 365 * DAY };
    await db.updateTable('proofing').set(set).where('proofing_id', 'in', waiting).execute();
    for (const table of TABLES) {
      const row = await db
        .selectFrom(table as 'holder')
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      columns[table] = Object.keys(row);
    }
  });
  await context.close();
  const rows = templateRows(template, REAL - 1, columns);
  const filling = { rows, spans: spansOf(sizes, now), recordBytes: sizes.record };
  if (url === undefined) await fillSqlite(dataFolder(data).database, filling);
  else await fillPostgres(url, filling);
  const module = new URL('./server-process.ts', import.meta.url);
  const server = await processes.start(module, [data, JSON.stringify(settings)]);
  return { data, settings, credentials: REAL, server, phone, template, timeOf };
}
