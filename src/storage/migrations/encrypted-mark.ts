import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { holderKeys } from './038-holder-keys.ts';
import type { MigrationTables } from './index.ts';

/**
 * Recorded as a migration when records are encrypted. Versions that do not know migration 038 cannot read them, and this
 * name makes them refuse to start (docs/adr/0028). The name sorts behind that of 038.
 */
export const ENCRYPTED_MARK = `${holderKeys.name}-in-use-after-038`;

/** Kysely requires that migrations ran in the order of their names, so the mark has the time of migration 038. */
export async function markEncrypted(writer: Kysely<Schema>): Promise<void> {
  const db = writer.withTables<MigrationTables>();
  await db
    .insertInto('kysely_migration')
    .columns(['name', 'timestamp'])
    .expression((from) =>
      from
        .selectFrom('kysely_migration')
        .select(({ val }) => [val(ENCRYPTED_MARK).as('name'), 'timestamp'])
        .where('name', '=', holderKeys.name),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function isMarkedEncrypted(reader: Kysely<Schema>): Promise<boolean> {
  const migrations = reader.withTables<MigrationTables>().selectFrom('kysely_migration');
  return (
    (await migrations.select('name').where('name', '=', ENCRYPTED_MARK).executeTakeFirst()) !== undefined
  );
}
