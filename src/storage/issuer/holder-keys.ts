import { type Kysely, type Selectable, SqliteAdapter, sql } from 'kysely';
import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import type { Holder, HolderSummary, IssuedMso } from '../../issuer/model/index.ts';
import type { HolderKeyReader, HolderKeyWriter } from '../../issuer/ports/holder-keys.ts';
import { SEALED_HEADER } from '../../keys/holder-keys/envelope.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import {
  type HolderKey,
  newHolderKey,
  openHolderKey,
  rewrapHolderKey,
  type WrappedHolderKey,
} from '../../keys/holder-keys/holder-key.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows, prepared, updateRow } from '../statements.ts';
import { fromHolder, fromMso, toHolder, toMso } from './rows.ts';

// The only code that reads and writes the records and the stored MSOs of holders, which are encrypted.

type Db = Kysely<Schema>;
type HolderRow = Selectable<Schema['holder']>;
type MsoRow = Selectable<Schema['issued_mso']>;
type KeyRow = { [Column in keyof WrappedHolderKey]: WrappedHolderKey[Column] | null };

interface ById {
  readonly id: string;
}

const holderWithKey = prepared((db, { id }: ById) =>
  db
    .selectFrom('holder')
    .leftJoin('holder_key', 'holder_key.holder_id', 'holder.holder_id')
    .selectAll('holder')
    .select(['holder_key.epoch', 'holder_key.wrapped'])
    .where('holder.holder_id', '=', id),
);

const keyOfHolder = prepared((db, { id }: ById) =>
  db.selectFrom('holder_key').selectAll().where('holder_id', '=', id),
);

const keyOfCredential = prepared((db, { id }: ById) =>
  db
    .selectFrom('credential')
    .innerJoin('holder_key', 'holder_key.holder_id', 'credential.holder_id')
    .selectAll('holder_key')
    .where('credential.credential_id', '=', id),
);

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Decrypts the record when it is used: lists do not use it, and a damaged one can still be erased. */
function opened(epochs: HolderEpochs, row: HolderRow, { epoch, wrapped }: KeyRow): Holder | undefined {
  // Without its key, the holder was erased between two statements.
  if (epoch === null || wrapped === null) return undefined;
  const { holder_id: id, record: sealed } = row;
  let plain: Uint8Array | undefined;
  return {
    ...toHolder(row),
    get record() {
      plain ??= openHolderKey(epochs, id, { epoch, wrapped }).open('record', id, sealed);
      return plain;
    },
  };
}

export async function readHolder(db: Db, epochs: HolderEpochs, id: string): Promise<Holder | undefined> {
  const [row] = await holderWithKey(db, { id });
  return row && opened(epochs, row, row);
}

/** Copies and decrypts nothing of the record but its header. */
const summaryOfHolder = prepared((db, { id }: ById) =>
  db
    .selectFrom('holder')
    .select(['document_type', 'state', 'record_version'])
    .select(sql<Uint8Array>`substr(record, 1, ${sql.lit(SEALED_HEADER)})`.as('header'))
    .where('holder_id', '=', id),
);

/** The stamp of an encrypted record has its nonce, which is drawn anew each time that a record is encrypted. */
export async function readHolderSummary(db: Db, id: string): Promise<HolderSummary | undefined> {
  const [row] = await summaryOfHolder(db, { id });
  if (!row) return undefined;
  const { document_type: documentType, record_version: recordVersion, header } = row;
  const state = row.state as Holder['state'];
  const recordStamp = `${id} ${hexOf(header)}`;
  return { holderId: id, documentType, state, recordVersion, recordStamp };
}

const NO_KEY: KeyRow = { epoch: null, wrapped: null };

export async function openHolders(
  db: Db,
  epochs: HolderEpochs,
  rows: readonly HolderRow[],
): Promise<readonly Holder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ holder_id }) => holder_id);
  const found = await db.selectFrom('holder_key').selectAll().where('holder_id', 'in', ids).execute();
  const keys = new Map(found.map((key) => [key.holder_id, key]));
  return rows.flatMap((row) => opened(epochs, row, keys.get(row.holder_id) ?? NO_KEY) ?? []);
}

/** Maximum number of keys in a statement. There are then few texts to cache. */
const KEYS_PER_STATEMENT = 16;

type KeyHashes = Readonly<Record<number, Uint8Array>>;

/**
 * By the number of keys less one. PostgreSQL would search each partition that has one of the keys for all of them, so it gets
 * one search for each key.
 */
const msoStatements = Array.from({ length: KEYS_PER_STATEMENT }, (_, last) =>
  prepared((db, keys: KeyHashes) => {
    const values = Array.from({ length: last + 1 }, (_key, index) => keys[index]);
    if (db.getExecutor().adapter instanceof SqliteAdapter)
      return sql<MsoRow>`select * from issued_mso where key_hash in (${sql.join(values)})`;
    const rows = sql.join(values.map((value) => sql`(cast(${value} as bytea))`));
    return sql<MsoRow>`select mso.* from (values ${rows}) as wanted (key_hash)
      cross join lateral (select * from issued_mso where issued_mso.key_hash = wanted.key_hash limit 1) as mso`;
  }),
);

async function msosWithKeys(db: Db, keyHashes: readonly Uint8Array[]): Promise<readonly MsoRow[]> {
  const rows: MsoRow[] = [];
  for (let first = 0; first < keyHashes.length; first += KEYS_PER_STATEMENT) {
    const part = keyHashes.slice(first, first + KEYS_PER_STATEMENT);
    rows.push(...(await msoStatements[part.length - 1]!(db, part)));
  }
  return rows;
}

export async function storedKey(db: Db, epochs: HolderEpochs, id: string): Promise<HolderKey | undefined> {
  const [row] = await keyOfHolder(db, { id });
  return row && openHolderKey(epochs, id, row);
}

const sealedHolder = (holder: Holder, key: HolderKey) => ({
  ...fromHolder(holder),
  record: key.seal('record', holder.holderId, holder.record),
});

export async function insertHolder(db: Db, epochs: HolderEpochs, holder: Holder): Promise<void> {
  const made = newHolderKey(epochs, holder.holderId);
  if (!made)
    throw new UnavailableError('there is no key for new records: restore the key folder from a backup');
  await insertRows(db, 'holder_key', [{ holder_id: holder.holderId, ...made.wrapped }]);
  await insertRows(db, 'holder', [sealedHolder(holder, made.key)]);
}

export async function updateHolder(db: Db, epochs: HolderEpochs, holder: Holder): Promise<void> {
  const key = await storedKey(db, epochs, holder.holderId);
  if (!key) throw new ConflictError('the holder was erased by another request');
  await updateRow(db, 'holder', { key: ['holder_id'], fixed: ['created_at'] }, sealedHolder(holder, key));
}

/** Opens the key of the holder of a credential, once for each credential. */
function keysOfCredentials(db: Db, epochs: HolderEpochs) {
  const known = new Map<string, HolderKey | undefined>();
  return async (id: string): Promise<HolderKey | undefined> => {
    if (known.has(id)) return known.get(id);
    const [row] = await keyOfCredential(db, { id });
    const key = row && openHolderKey(epochs, row.holder_id, row);
    known.set(id, key);
    return key;
  };
}

export async function insertMsos(db: Db, epochs: HolderEpochs, msos: readonly IssuedMso[]): Promise<void> {
  const keyOf = keysOfCredentials(db, epochs);
  const rows = [];
  for (const mso of msos) {
    const { staticAuthData, credentialId } = mso;
    const key = staticAuthData && (await keyOf(credentialId));
    const sealed = key ? key.seal('mso', hexOf(mso.keyHash), staticAuthData) : null;
    rows.push({ ...fromMso(mso), static_auth_data: sealed });
  }
  await insertRows(db, 'issued_mso', rows);
}

export async function readMsos(
  db: Db,
  epochs: HolderEpochs,
  keyHashes: readonly Uint8Array[],
): Promise<readonly IssuedMso[]> {
  const rows = await msosWithKeys(db, keyHashes);
  const keyOf = keysOfCredentials(db, epochs);
  const msos: IssuedMso[] = [];
  for (const row of rows) {
    const { static_auth_data: bytes } = row;
    // Without its key, the holder was erased between two statements.
    const key = bytes && (await keyOf(row.credential_id));
    msos.push(toMso({ ...row, static_auth_data: key ? key.open('mso', hexOf(row.key_hash), bytes) : null }));
  }
  return msos;
}

export function holderKeyReader(db: Db): HolderKeyReader {
  return {
    epochOfHolder: async (id) => (await keyOfHolder(db, { id }))[0]?.epoch,
    async holdersBehind(after, limit) {
      const query = db.selectFrom('holder').select(['holder_id', 'created_at']);
      const rows = await query.where('holder_id', '>', after).orderBy('holder_id').limit(limit).execute();
      return rows.map(({ holder_id, created_at }) => ({ holderId: holder_id, createdAt: created_at }));
    },
    async epochsOfHolders() {
      // Two statements, because SQLite reads only one end of an index in one.
      const keys = db.selectFrom('holder_key');
      const first = await keys.select(({ fn }) => fn.min('epoch').as('epoch')).executeTakeFirst();
      const last = await keys.select(({ fn }) => fn.max('epoch').as('epoch')).executeTakeFirst();
      if (!first || !last || first.epoch === null || last.epoch === null) return undefined;
      return { first: first.epoch, last: last.epoch };
    },
  };
}

export function holderKeyWriter(db: Db, epochs: HolderEpochs): HolderKeyWriter {
  return {
    async rewrapHolderKeys(epoch, limit) {
      const query = db.selectFrom('holder_key').selectAll().where('epoch', '<', epoch);
      const rows = await query.orderBy('epoch').limit(limit).execute();
      for (const row of rows) {
        const update = db.updateTable('holder_key').set(rewrapHolderKey(epochs, row.holder_id, row, epoch));
        await update.where('holder_id', '=', row.holder_id).execute();
      }
      return rows.length;
    },
  };
}
