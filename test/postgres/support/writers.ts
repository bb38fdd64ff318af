import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { insertRows } from '../../../src/storage/statements.ts';
import { timePrefix } from '../../../src/storage/time-ordered-ids.ts';

const digest = (text: string) => hash('sha256', text, 'buffer');

const mso = (keyHash: Buffer, number: number) => ({
  key_hash: keyHash,
  credential_id: `credential-${number % 7}`,
  version_id: 'version',
  batch_id: 'batch',
  batch_size: 1,
  static_auth_data: Buffer.from('bytes'),
  expires_at: number,
  status_list_no: 1,
  status_idx: number,
  signer: null,
});

const entry = (changeId: string) => ({
  change_id: changeId,
  subject: 'credential',
  subject_id: 'credential-1',
  event: 'provision',
  actor: 'wallet',
  at: 1,
});

/** Entries that a purge leaves. */
const LEFT = 30;

/** Writers as servers have them: they insert and change MSOs, and insert, change and purge entries of the audit log. */
export function writersOn(database: Database, firstAt: number) {
  const stored = { msos: new Map<string, boolean>(), entries: new Map<string, string>() };
  let [number, acknowledged, purged, isStopped] = [0, 0, 0, false];

  async function insert(count: number, from = number): Promise<void> {
    number = from + count;
    const numbers = Array.from({ length: count }, (_, index) => number - index);
    const ids = numbers.map((one) => `${timePrefix(firstAt + one)}-000000-0000000000000000`);
    const keys = numbers.map((one) => digest(`key ${one}`));
    await database.write(async (db) => {
      await insertRows(
        db,
        'issued_mso',
        keys.map((key, index) => mso(key, numbers[index]!)),
      );
      await insertRows(db, 'state_change', ids.map(entry));
    });
    for (const key of keys) stored.msos.set(key.toString('hex'), true);
    for (const id of ids) stored.entries.set(id, 'credential-1');
    acknowledged = number;
  }

  async function change(): Promise<void> {
    const one = 1 + Math.floor(Math.random() * acknowledged);
    const key = digest(`key ${one}`);
    const id = `${timePrefix(firstAt + one)}-000000-0000000000000000`;
    const changed = await database.write(async (db) => {
      await db
        .updateTable('issued_mso')
        .set({ static_auth_data: null })
        .where('key_hash', '=', key)
        .execute();
      const query = db.updateTable('state_change').set({ subject_id: 'erased' }).where('change_id', '=', id);
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows;
    });
    stored.msos.set(key.toString('hex'), false);
    if (changed === 1n && stored.entries.has(id)) stored.entries.set(id, 'erased');
  }

  async function purge(): Promise<void> {
    purged = Math.max(purged, Math.min(purged + 3, acknowledged - LEFT));
    const upTo = `${timePrefix(firstAt + purged)}-~`;
    await database.write(async (db) => {
      await db.deleteFrom('state_change').where('change_id', '<=', upTo).execute();
    });
    for (const id of stored.entries.keys()) if (id <= upTo) stored.entries.delete(id);
  }

  const forever = async (write: () => Promise<void>) => {
    while (!isStopped) await write();
  };
  let writing: Promise<unknown> | undefined;

  return {
    insert,
    start() {
      writing = Promise.all([forever(() => insert(3)), forever(change), forever(purge)]);
    },
    /** Resolves unless a write was refused. */
    async stop() {
      isStopped = true;
      await writing;
    },
    /** Everything that was acknowledged is stored as it was acknowledged, and nothing else. */
    async expectStored() {
      const msos = await database.reader
        .selectFrom('issued_mso')
        .select(['key_hash', 'static_auth_data'])
        .execute();
      const entries = await database.reader
        .selectFrom('state_change')
        .select(['change_id', 'subject_id'])
        .execute();
      const bytesByKey = msos.map((row) => [
        Buffer.from(row.key_hash).toString('hex'),
        row.static_auth_data !== null,
      ]);
      expect(new Map(bytesByKey as [string, boolean][])).toEqual(stored.msos);
      expect(new Map(entries.map((row) => [row.change_id, row.subject_id]))).toEqual(stored.entries);
    },
    written: () => number,
  };
}
