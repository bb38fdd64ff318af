import { createPublicKey, hash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { identityKeys } from '../../src/storage/migrations/016-identity-keys.ts';
import { dialectTypes } from '../../src/storage/migrations/dialect.ts';
import type { Device } from '../../src/wallet/index.ts';
import { query } from '../support/database.ts';
import { DATABASE, dropDatabaseOf } from '../support/database-of.ts';
import { activePhone, newDevice, proofedPhone, registeredDevice } from '../support/devices.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { refusalOf } from '../support/refusal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { startWorld } from '../support/world.ts';

const REVERT = [
  'drop index device_by_credential_key',
  'drop index device_sharing_key',
  'alter table device drop column shares_key',
  'alter table proofing drop column identity_key_hash',
  'alter table proofing drop column end_cause',
  'alter table credential drop column identity_key_hash',
  'update proofing set deadline_at = null',
];

/** Reverts a database to the state before the migration, changes it, and runs the migration. */
async function migrated(folder: string, change: (db: Kysely<never>) => Promise<unknown>): Promise<void> {
  const database = await openTestDatabase(folder);
  await database.write(async (db) => {
    for (const statement of REVERT) await sql.raw(statement).execute(db);
    await change(db as never);
    await identityKeys.up(db as never, dialectTypes(DATABASE));
  });
  await database.close();
}

const keyHash = ({ state }: Device) => {
  const spki = createPublicKey(state.identity!.key.privateKey).export({ format: 'der', type: 'spki' });
  return hash('sha256', spki, 'buffer');
};

/** Adds copies of a device: more rows than the migration handles in one statement. */
async function manyBehind(db: Kysely<never>, first: string): Promise<void> {
  const { rows } = await sql<object>`select * from device where device_reference_id = ${first}`.execute(db);
  const copies = Array.from({ length: 250 }, (_, index) => ({
    ...rows[0],
    device_reference_id: `${first}-${index}`,
    credential_key: randomBytes(65),
  }));
  await db
    .insertInto('device' as never)
    .values(copies as never)
    .execute();
}

const DAY = 86_400_000;

it('the migration assigns the registered key to proofings; devices that share a key keep it, and nothing is revoked', async () => {
  const folder = temporaryFolder('identity-keys');
  onTestFinished(() => dropDatabaseOf(folder));
  const before = await startWorld({ folder });
  const active = await activePhone(before);
  const accepted = await proofedPhone(before);
  const sharing = await registeredDevice(before);
  await before.operate('getDeviceRegistrationNonce', { deviceReferenceId: 'asked only' });
  const proofing = await sharing.proof(await codeFor(before, await newHolder(before)));
  const database = before.server.context.folder.database;
  await before.close();

  const { deviceReferenceId } = sharing.state;
  const ids = [active.ids, accepted.ids, sharing.state].map((one) => one.deviceReferenceId);
  await migrated(folder, async (db) => {
    await manyBehind(db, ids.toSorted()[0] as string);
    await sql`update device set registered_at = registered_at + 1, credential_key =
      (select credential_key from device where device_reference_id = ${active.ids.deviceReferenceId})
      where device_reference_id = ${deviceReferenceId}`.execute(db);
  });

  const kept = (id: string) =>
    query(database, 'select identity_key_hash as key, state from proofing where proofing_id = ?', id);
  expect(kept(active.ids.proofingId)).toEqual([{ key: keyHash(active.device), state: 'accepted' }]);
  expect(kept(accepted.ids.proofingId)).toEqual([{ key: keyHash(accepted.device), state: 'accepted' }]);
  expect(kept(proofing)).toEqual([{ key: keyHash(active.device), state: 'accepted' }]);
  const credentials = 'select identity_key_hash as key, state from credential';
  expect(query(database, credentials)).toEqual([{ key: keyHash(active.device), state: 'active' }]);

  const after = await startWorld({ folder, startAt: before.now() });
  onTestFinished(() => after.close());
  const again = ({ state }: Device, identity = state.identity!) =>
    newDevice(after, { state: { ...state, identity } });
  const [owner, sharer] = [again(active.device), again(sharing, active.device.state.identity!)];
  await owner.refresh(1);
  await sharer.provision();
  await sharer.provisionMsos(1);
  const { sharesKey } = await after.admin('getDevice', { id: deviceReferenceId });
  expect(sharesKey).toBe(true);

  // A new certificate of the shared key is accepted; a third reference id for it is not.
  const sameKey = { identityKey: () => owner.state.identity!.key };
  await sharer.hostile(sameKey).register();
  await owner.hostile(sameKey).register();
  await refusalOf(newDevice(after).hostile(sameKey).register(), 'invalidState');

  const views = await Promise.all(
    [active.ids.proofingId, accepted.ids.proofingId].map((id) => after.admin('getProofing', { id })),
  );
  expect(views[0]).not.toHaveProperty('deadlineTime');
  const left = Date.parse(views[1]?.deadlineTime ?? '') - Date.now();
  expect(Math.round(left / DAY)).toBe(30);
  await again(accepted.device).provision();
});
