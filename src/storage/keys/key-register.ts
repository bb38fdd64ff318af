import type { Kysely, Selectable } from 'kysely';
import type {
  KeyRecord,
  KeyRegister,
  KeyRegisterWriter,
  KeyRole,
  KeyStage,
} from '../../keys/key-register.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import type { KeyTables } from '../schema/keys.ts';

function toRecord(row: Selectable<KeyTables['issuer_key']>): KeyRecord {
  return {
    keyId: row.key_id,
    role: row.role as KeyRole,
    stage: row.stage as KeyStage,
    certificate: row.certificate,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

async function list(db: Kysely<Schema>): Promise<readonly KeyRecord[]> {
  const rows = await db
    .selectFrom('issuer_key')
    .selectAll()
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return rows.map(toRecord);
}

function writer(db: Kysely<Schema>): KeyRegisterWriter {
  return {
    list: () => list(db),
    async insert(record) {
      const row = {
        key_id: record.keyId,
        role: record.role,
        stage: record.stage,
        certificate: record.certificate,
        created_at: record.createdAt,
        changed_at: record.changedAt,
      };
      await db.insertInto('issuer_key').values(row).execute();
    },
    async setStage(keyId, stage, at) {
      await db.updateTable('issuer_key').set({ stage, changed_at: at }).where('key_id', '=', keyId).execute();
    },
  };
}

export function keyRegister(database: Database): KeyRegister {
  return {
    list: () => list(database.reader),
    write: (use) => database.write((transaction) => use(writer(transaction))),
  };
}
