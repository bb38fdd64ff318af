import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Schema } from '../schema/index.ts';
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
import { msosToPurge } from './013-msos-to-purge.ts';
import { notes } from './014-notes.ts';
import { anonymousArtifacts } from './015-anonymous-artifacts.ts';
import { identityKeys } from './016-identity-keys.ts';
import { ownPasswords } from './017-own-passwords.ts';
import { sortedLists } from './018-sorted-lists.ts';
import { oneAuditLog } from './019-one-audit-log.ts';
import { consoleTables } from './020-console.ts';
import { reviewsAndSearch } from './021-reviews-and-search.ts';
import { consoleSignIns } from './022-console-sign-ins.ts';
import { groupExtensions } from './023-group-extensions.ts';
import { serving } from './024-serving.ts';
import { statistics } from './025-statistics.ts';
import { fewerPagesPerGroup } from './027-fewer-pages-per-group.ts';
import { experimentLooks } from './028-experiment-looks.ts';
import { statisticsOfAdUnits } from './029-statistics-of-ad-units.ts';
import { observedPrices } from './030-observed-prices.ts';
import { fewerPagesPerEntry } from './031-fewer-pages-per-entry.ts';
import { rolesOfKeyRequests } from './032-roles-of-key-requests.ts';
import { statusLists } from './033-status-lists.ts';
import { sealedTree } from './034-sealed-tree.ts';
import { anchors } from './035-anchors.ts';
import { retention } from './036-retention.ts';
import { keyCompromises } from './037-key-compromises.ts';
import { holderKeys } from './038-holder-keys.ts';
import { organisationSignIns } from './039-organisation-sign-ins.ts';
import { passkeys } from './040-passkeys.ts';
import { legalHolds } from './041-legal-holds.ts';
import { sealedNotes } from './042-sealed-notes.ts';
import { rootsOfStatusLists } from './043-roots-of-status-lists.ts';
import { clockSight } from './044-clock-sight.ts';
import { sealedTexts } from './048-sealed-texts.ts';
import { scopesOfReplacements } from './049-scopes-of-replacements.ts';
import { sealedNotesOfApprovals } from './050-sealed-notes-of-approvals.ts';
import { wallets } from './051-wallets.ts';
import { deadlinesInOrder } from './052-deadlines-in-order.ts';
import { type DialectName, dialectTypes, type NumberedMigration } from './dialect.ts';
import { contracting, SchemaTooNew } from './later.ts';

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
  msosToPurge,
  notes,
  anonymousArtifacts,
  identityKeys,
  ownPasswords,
  sortedLists,
  oneAuditLog,
  consoleTables,
  reviewsAndSearch,
  consoleSignIns,
  groupExtensions,
  serving,
  statistics,
  fewerPagesPerGroup,
  experimentLooks,
  statisticsOfAdUnits,
  observedPrices,
  fewerPagesPerEntry,
  rolesOfKeyRequests,
  statusLists,
  sealedTree,
  anchors,
  retention,
  keyCompromises,
  holderKeys,
  organisationSignIns,
  passkeys,
  legalHolds,
  sealedNotes,
  rootsOfStatusLists,
  clockSight,
  sealedTexts,
  scopesOfReplacements,
  sealedNotesOfApprovals,
  wallets,
  deadlinesInOrder,
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

/** What newer versions did is left as it is. @throws SchemaTooNew */
async function ofNewerVersions(db: Kysely<Schema>): Promise<Migrations> {
  const later = (await namesOfDone(db)).filter((name) => !MIGRATION_NAMES.includes(name));
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

/** Brings the database to today's schema; names the migrations that ran. @throws SchemaTooNew */
export async function migrate(db: Kysely<Schema>, dialect: DialectName): Promise<readonly string[]> {
  const types = dialectTypes(dialect);
  const bound = (step: NumberedMigration): Migration => ({ up: (target) => step.up(target, types) });
  const own: Migrations = Object.fromEntries(MIGRATIONS.map((step) => [step.name, bound(step)]));
  // Read under the lock of migrations, so that the schema cannot change meanwhile.
  const provider = { getMigrations: async () => ({ ...own, ...(await ofNewerVersions(db)) }) };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
