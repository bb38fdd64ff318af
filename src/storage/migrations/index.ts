import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Schema } from '../schema/index.ts';
import { baseline } from './001-baseline.ts';
import { decisions } from './002-decisions-and-earlier-records.ts';
import { people } from './003-people.ts';
import { parquet } from './004-parquet.ts';
import { lastSeen } from './005-last-seen.ts';
import { devicesByTime } from './006-devices-by-time.ts';
import { DIALECTS, type DialectName, type NumberedMigration } from './dialect.ts';
import { contracting, isPreview, SchemaTooNew, SchemaTooOld } from './later.ts';

/** In order, for ever: a released migration never changes, a change is a new one. */
const MIGRATIONS: readonly NumberedMigration[] = [
  baseline,
  decisions,
  people,
  parquet,
  lastSeen,
  devicesByTime,
];

export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** Kysely's own table of the migrations that ran. */
export type MigrationTables = {
  readonly kysely_migration: { readonly name: string; readonly timestamp: string };
};

type Migrations = Record<string, Migration>;

async function namesOfDone(db: Kysely<Schema>): Promise<readonly string[]> {
  const done = await db.withTables<MigrationTables>().selectFrom('kysely_migration').select('name').execute();
  return done.map(({ name }) => name);
}

/** What newer versions did is left as it is. @throws SchemaTooNew, SchemaTooOld */
async function ofNewerVersions(db: Kysely<Schema>): Promise<Migrations> {
  const done = await namesOfDone(db);
  if (isPreview(done)) throw new SchemaTooOld();
  const later = done.filter((name) => !MIGRATION_NAMES.includes(name));
  const refused = contracting(later, MIGRATION_NAMES);
  if (refused.length > 0) throw new SchemaTooNew(refused);
  return Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
}

/**
 * Whether the database has today's schema exactly. Asked first, because the migrator reads the whole catalogue of the database.
 */
export async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const done = await namesOfDone(db);
  return done.length === MIGRATION_NAMES.length && done.every((name) => MIGRATION_NAMES.includes(name));
}

/** Brings the database to today's schema; names the migrations that ran. @throws SchemaTooNew, SchemaTooOld */
export async function migrate(db: Kysely<Schema>, dialect: DialectName): Promise<readonly string[]> {
  const bound = (step: NumberedMigration): Migration => ({
    up: (target) => step.up(target, DIALECTS[dialect]),
  });
  const own: Migrations = Object.fromEntries(MIGRATIONS.map((step) => [step.name, bound(step)]));
  // Read under the lock of migrations, so that the schema cannot change meanwhile.
  const provider = { getMigrations: async () => ({ ...own, ...(await ofNewerVersions(db)) }) };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
