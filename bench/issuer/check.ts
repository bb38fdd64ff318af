import { hash } from 'node:crypto';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { issuerStore } from '../../src/storage/issuer/issuer-store.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import type { DeviceState } from '../../src/wallet/index.ts';
import { epochsOf } from '../harness/epochs-of.ts';
import { newKeys } from './requests.ts';
import type { Servers } from './servers.ts';

const keyHashes = (state: DeviceState) =>
  newKeys(state).map(({ key }) => hash('sha256', key.point, 'buffer'));

/** Reopens the store. Throws unless it contains every MSO and every registration that was answered. */
export async function requireKept({ data, supplies }: Servers): Promise<void> {
  const database = openSqlite(dataFolder(data).database);
  const { clock, random } = REAL_EFFECTS;
  const store = issuerStore(database, clock, random, epochsOf(data));
  try {
    for (const state of [...supplies.encryptedKeys.sent(), ...supplies.plainKeys.sent()]) {
      const hashes = keyHashes(state);
      const kept = await store.read((reader) => reader.msos(hashes));
      const whole = kept.filter(({ staticAuthData }) => staticAuthData);
      if (hashes.length === 0 || whole.length !== hashes.length)
        throw new Error(`${hashes.length} keys were certified and ${whole.length} MSOs are kept`);
    }
    for (const { deviceReferenceId } of supplies.register.sent()) {
      const device = await store.read((reader) => reader.device(deviceReferenceId));
      if (!device?.registration) throw new Error('a device was registered and is not kept');
    }
  } finally {
    await database.close();
  }
}
