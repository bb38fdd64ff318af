import type { Kysely, Selectable } from 'kysely';
import type { RandomFill } from '../conventions/random-text.ts';
import type {
  KeyChange,
  KeyRecord,
  KeyRegister,
  KeyRegisterReader,
  KeyRegisterWriter,
  KeyRequest,
  KeyRole,
  KeyStage,
  SignerRole,
} from '../keys/key-register.ts';
import { lastChange, logWriter } from './audit/audit-log.ts';
import type { Database } from './database.ts';
import { compromiseReader, fromCompromise } from './issuer/compromises.ts';
import type { KeyTables, Schema } from './schema/index.ts';
import { prepared } from './statements.ts';
import { idsOf } from './time-ordered-ids.ts';

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

function toRequest(row: Selectable<KeyTables['key_request']>): KeyRequest {
  const { key_id: keyId, request, created_at: createdAt, discarded_at: discardedAt } = row;
  const role = row.role as SignerRole;
  return { keyId, role, request, createdAt, ...(discardedAt !== null && { discardedAt }) };
}

const allKeys = prepared((db) =>
  db.selectFrom('issuer_key').selectAll().orderBy('created_at').orderBy('key_id'),
);

const keysOfRole = prepared((db, { role }: { readonly role: KeyRole }) =>
  db.selectFrom('issuer_key').selectAll().where('role', '=', role).orderBy('created_at').orderBy('key_id'),
);

export function keyReader(db: Kysely<Schema>): KeyRegisterReader {
  const { compromise, compromises } = compromiseReader(db);
  return {
    list: async () => (await allKeys(db, {})).map(toRecord),
    keysOf: async (role) => (await keysOfRole(db, { role })).map(toRecord),
    async requests() {
      const query = db.selectFrom('key_request').selectAll().orderBy('created_at').orderBy('key_id');
      return (await query.execute()).map(toRequest);
    },
    compromise,
    compromises,
    lastChange: (keyId) => lastChange(db, 'key', keyId, Number.MAX_SAFE_INTEGER),
  };
}

function keyWriter(db: Kysely<Schema>, newChangeId: () => string, random: RandomFill): KeyRegisterWriter {
  const { record } = logWriter(db, newChangeId, random);

  const recordKey = (
    { keyId, role }: Pick<KeyRecord, 'keyId' | 'role'>,
    states: { readonly from?: string; readonly to: string },
    change: KeyChange,
  ) => record({ subject: 'key', subjectId: keyId, concerns: [role], ...states, ...change });

  /** Whether the row existed. */
  const deleteRequest = async (keyId: string): Promise<boolean> => {
    const results = await db.deleteFrom('key_request').where('key_id', '=', keyId).execute();
    return (results[0]?.numDeletedRows ?? 0n) > 0n;
  };

  return {
    ...keyReader(db),
    async insert({ keyId, role, stage, certificate, createdAt, changedAt }, change) {
      const was = (await deleteRequest(keyId)) ? { from: 'requested' } : {};
      const times = { created_at: createdAt, changed_at: changedAt };
      await db
        .insertInto('issuer_key')
        .values({ key_id: keyId, role, stage, certificate, ...times })
        .execute();
      await recordKey({ keyId, role }, { ...was, to: stage }, change);
    },
    async setStage({ keyId, role, stage: from }, to, change) {
      const query = db.updateTable('issuer_key').set({ stage: to, changed_at: change.at });
      await query.where('key_id', '=', keyId).execute();
      await recordKey({ keyId, role }, { from, to }, change);
    },
    async insertCompromise(compromise) {
      await db.insertInto('key_compromise').values(fromCompromise(compromise)).execute();
    },
    async insertRequest({ keyId, role, request, createdAt }, change) {
      const row = { key_id: keyId, role, request, created_at: createdAt, discarded_at: null };
      await db.insertInto('key_request').values(row).execute();
      await recordKey({ keyId, role }, { to: 'requested' }, change);
    },
    async discardRequest(request, change) {
      const query = db.updateTable('key_request').set({ discarded_at: change.at });
      await query.where('key_id', '=', request.keyId).execute();
      await recordKey(request, { from: 'requested', to: 'retired' }, change);
    },
    async dropRequest(request, change) {
      await deleteRequest(request.keyId);
      await recordKey(request, { from: 'retired', to: 'destroyed' }, change);
    },
  };
}

export function keyRegister(database: Database, now: () => number, random: RandomFill): KeyRegister {
  const newChangeId = idsOf(database, now, random);
  return {
    ...keyReader(database.reader),
    write: (use) => database.write((transaction) => use(keyWriter(transaction, newChangeId, random))),
  };
}
