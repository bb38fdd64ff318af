import type { Kysely } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

async function devices(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('device')
    .addColumn('device_reference_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('nonce', 'text')
    .addColumn('nonce_expires_at', 'bigint')
    .addColumn('credential_key', bytes)
    .addColumn('leaf_hash', bytes)
    .addColumn('security_level', 'text')
    .addColumn('identity_credential_key', 'integer')
    .addColumn('registered_at', 'bigint')
    .addColumn('hpke_context_mode', 'text')
    .execute();
}

async function proofings(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('proofing')
    .addColumn('proofing_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('device_reference_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('holder_id', 'text')
    .addColumn('evidence_hash', bytes, (c) => c.notNull())
    .addColumn('reverifies_credential_id', 'text')
    .addColumn('detail', 'text')
    .addColumn('deadline_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .execute();
  await db.schema.createIndex('proofing_deadline').on('proofing').column('deadline_at').execute();
}

async function credentials(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('credential')
    .addColumn('credential_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('device_reference_id', 'text', (c) => c.notNull())
    .addColumn('proofing_id', 'text', (c) => c.notNull())
    .addColumn('holder_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('record_version', 'integer', (c) => c.notNull())
    .addColumn('proof_of_provisioning_hash', bytes)
    .addColumn('user_action_required', 'text')
    .addColumn('deadline_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('credential_device').on('credential').column('device_reference_id').execute();
  await db.schema.createIndex('credential_proofing').on('credential').column('proofing_id').execute();
  await db.schema.createIndex('credential_holder').on('credential').column('holder_id').execute();
  await db.schema.createIndex('credential_deadline').on('credential').column('deadline_at').execute();
}

async function holders(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('holder')
    .addColumn('holder_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('document_type', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('record_version', 'integer', (c) => c.notNull())
    .addColumn('record', bytes, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('pre_authorization_code')
    .addColumn('code_hash', bytes, (c) => c.primaryKey().notNull())
    .addColumn('holder_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_by', 'text')
    .execute();
}

async function msos(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('issued_mso')
    .addColumn('key_hash', bytes, (c) => c.primaryKey().notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('batch_size', 'integer', (c) => c.notNull())
    .addColumn('static_auth_data', bytes)
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('issued_mso_credential').on('issued_mso').column('credential_id').execute();
  await db.schema.createIndex('issued_mso_expiry').on('issued_mso').column('expires_at').execute();
}

async function stateChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('state_change')
    .addColumn('change_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('state_change_subject')
    .on('state_change')
    .columns(['subject', 'subject_id', 'change_id'])
    .execute();
}

export const issuer: NumberedMigration = {
  name: '001-issuer',
  async up(db, types) {
    await devices(db, types);
    await proofings(db, types);
    await credentials(db, types);
    await holders(db, types);
    await msos(db, types);
    await stateChanges(db);
  },
};
