import { mkdirSync } from 'node:fs';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { mediationStore } from '../../src/storage/mediation/mediation-store.ts';
import { measure } from '../harness/measure.ts';
import type { Phone } from '../issuer/phone.ts';
import { rawSides } from '../mediation/raw-sides.ts';
import { FEW_GROUPS, LINES } from '../mediation/sizes.ts';
import { seed } from '../mediation/store.ts';
import { storeSides } from '../mediation/store-sides.ts';
import { limits } from '../mso/limits.ts';
import { primitives } from '../mso/primitives.ts';
import { sizesOf } from '../mso/sizes.ts';
import type { Postgres } from './postgres.ts';

/** The sum of the primitives that MSOs like those of this phone need. */
export async function msoLimits({ device, namespaces }: Phone, rounds: number) {
  const last = device.state.authKeys.at(-1);
  if (!last?.certified) throw new Error('the phone has no MSO');
  return limits(await measure(primitives(sizesOf(last.certified.staticAuthData, last, namespaces)), rounds));
}

/** Durable writes of the store on PostgreSQL, compared with plain files on the same file system. */
export async function writeCosts(folder: string, postgres: Postgres, rounds: number) {
  mkdirSync(folder);
  const options = { data: folder, 'database.url': await postgres.newDatabase('writes') };
  const database = openDatabase(loadSettings({ environment: {}, options }), dataFolder(folder));
  await database.migrate();
  const store = mediationStore(database, REAL_EFFECTS.clock, REAL_EFFECTS.random);
  await seed(store, { groups: FEW_GROUPS, lines: LINES });
  const raw = rawSides(folder);
  try {
    return await measure({ ...raw.sides, ...storeSides(store, () => {}) }, rounds);
  } finally {
    raw.close();
    await database.close();
  }
}

export type WriteCosts = Awaited<ReturnType<typeof writeCosts>>;
export type MsoLimits = Awaited<ReturnType<typeof msoLimits>>;
