import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema/index.ts';
import type { Place } from './deployments.ts';

type Table = keyof Schema;

/** The first table counts the rows of a kind; the other tables have rows that belong to them. */
const KINDS = {
  credential: ['credential', 'device', 'proofing', 'pre_authorization_code'],
  holder: ['holder'],
  request: ['handled_request'],
  group: ['mediation_group', 'mediation_group_new_term', 'mediation_group_term', 'mediation_line'],
} as const satisfies Record<string, readonly [Table, ...Table[]]>;

type Kind = keyof typeof KINDS;
/** An MSO can be replayed until it expires. Afterwards only its key stays, so that the key is never certified again. */
export type StoredKind = Kind | 'mso' | 'expiredMso' | 'change' | 'groupChange';

interface Sizes {
  readonly bytes: number;
  readonly rows: number;
}

/** Pages of a table and its indexes; dbstat, https://www.sqlite.org/dbstat.html */
const SQLITE = (db: Kysely<Schema>, table: Table) =>
  sql<{ bytes: number }>`
  select sum(pgsize) as bytes from dbstat join sqlite_schema using (name)
  where aggregate = true and tbl_name = ${table}`.execute(db);

const POSTGRES = (db: Kysely<Schema>, table: Table) =>
  sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`.execute(db);

const SIZE_OF: Readonly<Record<Place['database'], typeof SQLITE>> = { sqlite: SQLITE, postgres: POSTGRES };

/** Size as stored, because PostgreSQL compresses long values. */
const LENGTH_OF = {
  sqlite: (column: string) => sql<number>`coalesce(sum(octet_length(${sql.ref(column)})), 0)`,
  postgres: (column: string) => sql<number>`coalesce(sum(pg_column_size(${sql.ref(column)})), 0)`,
} as const;

async function sizesOf(db: Kysely<Schema>, table: Table, kind: Place['database']): Promise<Sizes> {
  const { rows } = await SIZE_OF[kind](db, table);
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { bytes: Number(rows[0]?.bytes ?? 0), rows: Number(count) };
}

async function msoBytes(db: Kysely<Schema>, kind: Place['database']) {
  const { bytes, rows } = await sizesOf(db, 'issued_mso', kind);
  const kept = db
    .selectFrom('issued_mso')
    .select(({ fn }) => fn.count<number>('static_auth_data').as('count'))
    .select(LENGTH_OF[kind]('static_auth_data').as('length'));
  const { count, length } = await kept.executeTakeFirstOrThrow();
  const row = (bytes - Number(length)) / rows;
  return { mso: row + Number(length) / Number(count), expiredMso: row };
}

/** Audit log entries of the issuer have no details. Those of a group contain the group before and after the change. */
async function entryBytes(db: Kysely<Schema>, kind: Place['database']) {
  const { bytes, rows } = await sizesOf(db, 'state_change', kind);
  const [plain, deflated] = [LENGTH_OF[kind]('details'), LENGTH_OF[kind]('details_deflated')];
  const stored = sql<number>`coalesce(${plain}, 0) + coalesce(${deflated}, 0)`;
  const details = db.selectFrom('state_change').select(stored.as('length'));
  const all = await details.executeTakeFirstOrThrow();
  const updates = details.where('subject', '=', 'mediationGroup').where('event', '=', 'update');
  const counted = updates.select(({ fn }) => fn.countAll<number>().as('count'));
  const { length, count } = await counted.executeTakeFirstOrThrow();
  const change = (bytes - Number(all.length)) / rows;
  return { change, groupChange: change + Number(length) / Math.max(Number(count), 1) };
}

/** Average bytes of one row of each kind, including indexes and free space in pages. */
export async function storedBytes(
  { reader }: Database,
  kind: Place['database'],
): Promise<Readonly<Record<StoredKind, number>>> {
  const mso = await msoBytes(reader, kind);
  const found = { ...mso, ...(await entryBytes(reader, kind)) } as Record<StoredKind, number>;
  for (const name of Object.keys(KINDS) as Kind[]) {
    const sizes: Sizes[] = [];
    for (const table of KINDS[name]) sizes.push(await sizesOf(reader, table, kind));
    found[name] = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(sizes[0]?.rows ?? 0, 1);
  }
  return found;
}
