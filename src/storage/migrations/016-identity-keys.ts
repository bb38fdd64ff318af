import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

/** SubjectPublicKeyInfo of a P-256 key up to the point (RFC 5480 2.1.1). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Devices of one statement. SQLite takes the index for a list of ids, not for a join with the values. */
const CHUNK = 200;

/** Accepted proofings that nobody has provisioned yet get as long as new ones do by default. */
const ACCEPTED_TTL = 30 * 86_400_000;

interface Tables {
  device: { device_reference_id: string; credential_key: Uint8Array | null };
}

/** A key was not unique until now: the device that registered it last keeps it too, marked. */
async function uniqueKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('device').addColumn('shares_key', 'integer').execute();
  await sql`update device set shares_key = 1 where device_reference_id in (
    select device_reference_id from (
      select device_reference_id,
        row_number() over (partition by credential_key order by registered_at, device_reference_id) as place
      from device where credential_key is not null
    ) ranked where place > 1
  )`.execute(db);
  await db.schema
    .createIndex('device_by_credential_key')
    .unique()
    .on('device')
    .column('credential_key')
    .where(sql.ref('shares_key'), 'is', null)
    .execute();
  await db.schema
    .createIndex('device_sharing_key')
    .on('device')
    .column('credential_key')
    .where(sql.ref('shares_key'), 'is not', null)
    .execute();
}

/** Proofings and credentials take the key that their device has registered now. */
async function keysOfSubjects(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema.alterTable('proofing').addColumn('end_cause', 'text').execute();
  for (const table of ['proofing', 'credential'])
    await db.schema.alterTable(table).addColumn('identity_key_hash', bytes).execute();
  const devices = db as Kysely<Tables>;
  for (let after = ''; ; ) {
    const page = await devices
      .selectFrom('device')
      .select(['device_reference_id', 'credential_key'])
      .where('device_reference_id', '>', after)
      .where('credential_key', 'is not', null)
      .orderBy('device_reference_id')
      .limit(CHUNK)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    const type = sql.raw(String(bytes));
    const keys = page.map(({ device_reference_id, credential_key }) => {
      const spki = Buffer.concat([SPKI_PREFIX, credential_key as Uint8Array]);
      return sql`(cast(${device_reference_id} as text), cast(${hash('sha256', spki, 'buffer')} as ${type}))`;
    });
    const ids = page.map(({ device_reference_id }) => device_reference_id);
    for (const table of ['proofing', 'credential']) {
      await sql`with registered (id, key_hash) as (values ${sql.join(keys)})
        update ${sql.table(table)} set identity_key_hash =
          (select key_hash from registered where id = device_reference_id)
        where device_reference_id in (${sql.join(ids)})`.execute(db);
    }
    after = last.device_reference_id;
  }
}

async function deadlines(db: Kysely<unknown>): Promise<void> {
  const deadline = Date.now() + ACCEPTED_TTL;
  await sql`update proofing set deadline_at = ${deadline}
    where state = 'accepted' and reverifies_credential_id is null and not exists (
      select 1 from credential where credential.proofing_id = proofing.proofing_id
    )`.execute(db);
}

export const identityKeys: NumberedMigration = {
  name: '016-identity-keys',
  async up(db, types) {
    await uniqueKeys(db);
    await keysOfSubjects(db, types);
    await deadlines(db);
  },
};
