import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Passkey, PasskeyReader, PasskeyWriter } from '../../accounts/ports/passkeys.ts';
import type { AccountTables } from '../schema/accounts.ts';
import type { Schema } from '../schema/index.ts';

function toPasskey(row: Selectable<AccountTables['passkey']>): Passkey {
  return {
    passkeyId: row.passkey_id,
    userId: row.user_id,
    domain: row.domain,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    signCount: Number(row.sign_count),
    transports: JSON.parse(row.transports) as readonly string[],
    isDeviceBound: row.device_bound === 1,
    isBackedUp: row.backed_up === 1,
    name: row.name,
    createdAt: Number(row.created_at),
    ...(row.last_used_at !== null && { lastUsedAt: Number(row.last_used_at) }),
  };
}

const bit = (is: boolean) => (is ? 1 : 0);

function fromPasskey(passkey: Passkey): Insertable<AccountTables['passkey']> {
  return {
    passkey_id: passkey.passkeyId,
    user_id: passkey.userId,
    domain: passkey.domain,
    credential_id: passkey.credentialId,
    public_key: Buffer.from(passkey.publicKey),
    sign_count: passkey.signCount,
    transports: JSON.stringify(passkey.transports),
    device_bound: bit(passkey.isDeviceBound),
    backed_up: bit(passkey.isBackedUp),
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt ?? null,
  };
}

export function passkeyReader(db: Kysely<Schema>): PasskeyReader {
  const passkeys = db.selectFrom('passkey').selectAll();
  return {
    async passkeysOf(userId) {
      const query = passkeys.where('user_id', '=', userId).orderBy('created_at').orderBy('passkey_id');
      return (await query.execute()).map(toPasskey);
    },
    async passkeyByCredential(credentialId) {
      const row = await passkeys.where('credential_id', '=', credentialId).executeTakeFirst();
      return row && toPasskey(row);
    },
  };
}

export function passkeyWriter(db: Kysely<Schema>): Omit<PasskeyWriter, keyof PasskeyReader> {
  return {
    async insertPasskey(passkey) {
      await db.insertInto('passkey').values(fromPasskey(passkey)).execute();
    },
    async notePasskeyUse(passkeyId, { signCount, isBackedUp, lastUsedAt }) {
      const row = { sign_count: signCount, backed_up: bit(isBackedUp), last_used_at: lastUsedAt };
      await db.updateTable('passkey').set(row).where('passkey_id', '=', passkeyId).execute();
    },
    async deletePasskey(passkeyId) {
      await db.deleteFrom('passkey').where('passkey_id', '=', passkeyId).execute();
    },
    async deletePasskeysOf(userId) {
      await db.deleteFrom('passkey').where('user_id', '=', userId).execute();
    },
  };
}
