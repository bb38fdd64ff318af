import type { Kysely } from 'kysely';
import type { SealReader } from '../audit/ports/seals.ts';
import type { KeyRegisterReader } from '../keys/key-register.ts';
import { administrators } from './accounts/account-reader.ts';
import { sealReader } from './audit/seals.ts';
import { keyReader } from './key-register.ts';
import { MIGRATION_NAMES, type MigrationTables } from './migrations/index.ts';
import { contracting } from './migrations/later.ts';
import type { Schema } from './schema/index.ts';

/** A database that is looked at and not changed; its server may be running. */
export interface Inspection {
  /** What is wrong with it, and what to do; empty when it is sound. */
  faults(): Promise<readonly Fault[]>;
  /** `pending`: the next start runs them. `unknown`: a newer version ran them; of these `refused` keep it from starting. */
  migrations(): Promise<Migrations>;
  /** When the youngest change of a state was written, milliseconds since the epoch; undefined for none. */
  newestChange(): Promise<number | undefined>;
  /** Active users with that role. */
  administrators(): Promise<number>;
  readonly keys: KeyRegisterReader;
  readonly seals: SealReader;
  close(): Promise<void>;
}

export interface Fault {
  readonly text: string;
  readonly remedy: string;
}

export interface Migrations {
  /** In the order of their names. */
  readonly done: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
  readonly refused: readonly string[];
}

/** Of a database that has no table of them yet, all are pending. */
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
  };
}

/** What every kind of database is asked in the same way. */
export function inspection(
  reader: Kysely<Schema>,
  { faults, close }: Pick<Inspection, 'faults' | 'close'>,
): Inspection {
  return {
    faults,
    close,
    migrations: () => migrationsOf(reader),
    async newestChange() {
      const newest = reader.selectFrom('state_change').select(({ fn }) => fn.max('at').as('at'));
      return (await newest.executeTakeFirst())?.at ?? undefined;
    },
    administrators: () => administrators(reader),
    keys: keyReader(reader),
    seals: sealReader(reader),
  };
}
