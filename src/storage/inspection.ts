import type { Kysely } from 'kysely';
import type { AdministratorCount } from '../accounts/ports/store.ts';
import type { AnchorReader } from '../audit/ports/anchors.ts';
import type { SealReader } from '../audit/ports/seals.ts';
import type { ClockReader } from '../issuer/ports/clock.ts';
import type { HolderKeyReader } from '../issuer/ports/holder-keys.ts';
import type { HoldReader } from '../issuer/ports/holds.ts';
import type { PurgeReader } from '../issuer/ports/retention.ts';
import type { StatusListReader } from '../issuer/ports/status-lists.ts';
import type { KeyRegisterReader } from '../keys/key-register.ts';
import { administrators } from './accounts/account-reader.ts';
import { anchorReader } from './audit/anchors.ts';
import { sealReader } from './audit/seals.ts';
import { mapped } from './columns.ts';
import { holderKeyReader } from './issuer/holder-keys.ts';
import { holdReader } from './issuer/holds.ts';
import { purgeReader } from './issuer/retention.ts';
import { statusListReader } from './issuer/status-lists.ts';
import { keyReader } from './key-register.ts';
import { MIGRATION_NAMES, type MigrationTables } from './migrations/index.ts';
import { contracting, isPreview } from './migrations/later.ts';
import type { Schema } from './schema/index.ts';
import { timeOf } from './time-ordered-ids.ts';

/** Reads a database without changing it. A server may be using the database. */
export interface Inspection {
  /** Problems with their remedies; empty if the database is sound. */
  faults(): Promise<readonly Fault[]>;
  /**
   * `pending`: migrations that the next start runs. `unknown`: migrations of a newer version. `refused`: the
   * unknown ones that prevent this version from starting.
   */
  migrations(): Promise<Migrations>;
  /** Whether the encrypted key of an erased holder may be left in unused parts of the file. */
  hasLeftovers(): Promise<boolean>;
  /** Time of the newest entry of the audit log, milliseconds since the epoch; undefined if there is none. */
  newestChange(): Promise<number | undefined>;
  /** Number of active administrators, by their organisation. */
  administrators(): Promise<readonly AdministratorCount[]>;
  readonly keys: KeyRegisterReader;
  readonly seals: SealReader & AnchorReader;
  readonly holderKeys: HolderKeyReader;
  readonly purges: PurgeReader & ClockReader & Pick<HoldReader, 'holdsToReview'>;
  readonly statusLists: Pick<StatusListReader, 'publishedLists'>;
  close(): Promise<void>;
}

export interface Fault {
  readonly text: string;
  readonly remedy: string;
}

export interface Migrations {
  /** Migrations that have run, in the order of their names. */
  readonly done: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  readonly refused: readonly string[];
  /** Whether a version before 1.0.0 made the database. */
  readonly isPreview: boolean;
}

/** All migrations are pending if the database has no table of migrations yet. */
export async function migrationsOf(reader: Kysely<Schema>): Promise<Migrations> {
  const tables = await reader.introspection.getTables({ withInternalKyselyTables: true });
  const isNew = !tables.some(({ name }) => name === 'kysely_migration');
  const rows = isNew
    ? []
    : await reader.withTables<MigrationTables>().selectFrom('kysely_migration').select('name').execute();
  const done = rows.map(({ name }) => name).sort();
  const unknown = done.filter((name) => !MIGRATION_NAMES.includes(name));
  return {
    done,
    pending: MIGRATION_NAMES.filter((name) => !done.includes(name)),
    unknown,
    refused: contracting(unknown, MIGRATION_NAMES),
    isPreview: isPreview(done),
  };
}

/** The part of an inspection that is the same for every kind of database. */
export function inspection(
  reader: Kysely<Schema>,
  own: Pick<Inspection, 'faults' | 'hasLeftovers' | 'close'>,
): Inspection {
  return {
    ...own,
    migrations: () => migrationsOf(reader),
    async newestChange() {
      // The last id has the latest time, also if the clock was set back since; and reading it needs no search of the whole log.
      const last = reader
        .selectFrom('state_change')
        .select('change_id')
        .orderBy('change_id', 'desc')
        .limit(1);
      return mapped(await last.executeTakeFirst(), ({ change_id }) => timeOf(change_id));
    },
    administrators: () => administrators(reader),
    keys: keyReader(reader),
    seals: { ...sealReader(reader), ...anchorReader(reader) },
    holderKeys: holderKeyReader(reader),
    purges: { ...purgeReader(reader), holdsToReview: holdReader(reader).holdsToReview },
    statusLists: statusListReader(reader),
  };
}
