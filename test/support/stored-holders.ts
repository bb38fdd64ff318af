import { rmSync } from 'node:fs';
import { DAY } from '../../src/conventions/time.ts';
import { epochKeys, holderKeyFolder } from '../../src/keys/holder-keys/epochs.ts';
import { openHolderKey } from '../../src/keys/holder-keys/holder-key.ts';
import { ENCRYPTED_MARK } from '../../src/storage/migrations/encrypted-mark.ts';
import { execute, query, rows } from './database.ts';
import type { World } from './world.ts';

/** The record of a holder, decrypted. */
export async function recordOf(world: World, id: string): Promise<Buffer> {
  const holder = await world.server.context.store.read((reader) => reader.holder(id));
  return Buffer.from(holder?.record ?? []);
}

/** Rewrites all holders, and notes on credentials, as a version before 0.3 stored them. `path` as for `query`. */
export function storePlain(path: string, keyFolder: string, clock: () => number): void {
  const epochs = epochKeys(keyFolder, { clock, length: 30 * DAY });
  for (const row of query(path, 'select * from holder_key join holder using (holder_id)')) {
    const id = String(row.holder_id);
    const key = openHolderKey(epochs, id, { epoch: Number(row.epoch), wrapped: row.wrapped as Buffer });
    const plain = key.open('record', id, row.record as Buffer);
    execute(path, 'update holder set record = ? where holder_id = ?', plain, id);
    const msos = `select key_hash, static_auth_data as bytes from issued_mso
      where static_auth_data is not null
      and credential_id in (select credential_id from credential where holder_id = ?)`;
    for (const { key_hash, bytes } of query(path, msos, id)) {
      const hash = key_hash as Buffer;
      const opened = key.open('mso', hash.toString('hex'), bytes as Buffer);
      execute(path, 'update issued_mso set static_auth_data = ? where key_hash = ?', opened, hash);
    }
    const notes = `select change_id, note_sealed as bytes from state_change where note_sealed is not null
      and subject_id in (select credential_id from credential where holder_id = ?)`;
    for (const { change_id, bytes } of query(path, notes, id)) {
      const plain = Buffer.from(key.open('note', String(change_id), bytes as Buffer));
      const from = 1 + (plain[0] ?? 0);
      const set = 'note = ?, note_salt = ?, note_digest = null, note_sealed = null';
      const values = [plain.toString('utf8', from), plain.subarray(1, from), change_id];
      execute(path, `update state_change set ${set} where change_id = ?`, ...values);
    }
  }
  execute(path, 'delete from holder_key');
}

/** The database and the key folder of a stopped world, as a version before 0.3 left them. */
export function asBeforeEncryption(path: string, keyFolder: string, clock: () => number): void {
  storePlain(path, keyFolder, clock);
  execute(path, 'delete from kysely_migration where name = ?', ENCRYPTED_MARK);
  rmSync(holderKeyFolder(keyFolder), { recursive: true });
}

/** The rows of the columns that are encrypted. */
export const encryptedColumns = (world: World): readonly Buffer[] =>
  [
    ...rows(world, 'select record as bytes from holder'),
    ...rows(world, 'select static_auth_data as bytes from issued_mso where static_auth_data is not null'),
  ].map(({ bytes }) => bytes as Buffer);
