import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { issuer } from './001-issuer.ts';
import { keys } from './002-keys.ts';
import { mediation } from './003-mediation.ts';
import { accounts } from './004-accounts.ts';
import { administration } from './005-administration.ts';
import { codes } from './006-codes.ts';
import { derivedElements } from './007-derived-elements.ts';
import { oversight } from './008-oversight.ts';
import { keyRequests } from './009-key-requests.ts';
import { dueHolders } from './010-due-holders.ts';
import { createdAt } from './011-created-at.ts';
import { outbox } from './012-outbox.ts';
import { type DialectName, dialectTypes, type NumberedMigration } from './dialect.ts';

/** In order, for ever: a released migration never changes, a change is a new one. */
const MIGRATIONS: readonly NumberedMigration[] = [
  issuer,
  keys,
  mediation,
  accounts,
  administration,
  codes,
  derivedElements,
  oversight,
  keyRequests,
  dueHolders,
  createdAt,
  outbox,
];

export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** Brings the database to today's schema; names the migrations that ran. */
export async function migrate(db: Kysely<never>, dialect: DialectName): Promise<readonly string[]> {
  const types = dialectTypes(dialect);
  const bound = (step: NumberedMigration): Migration => ({ up: (target) => step.up(target, types) });
  const migrations = Object.fromEntries(MIGRATIONS.map((step) => [step.name, bound(step)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
