import { randomFillSync } from 'node:crypto';
import { issuerAdministration } from '../issuer/administration/index.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import { issuerPanel } from '../issuer/panel.ts';
import type { Clock, RandomFill } from '../issuer/ports/effects.ts';
import { keyAdministration } from '../keys/administration.ts';
import { fileCustody } from '../keys/file-custody.ts';
import { ensureKeys } from '../keys/first-keys.ts';
import { keyring } from '../keys/keyring.ts';
import { issuerStore } from '../storage/issuer/issuer-store.ts';
import { keyRegister } from '../storage/keys/key-register.ts';
import { mediationStore } from '../storage/mediation/mediation-store.ts';
import { openSqlite } from '../storage/sqlite/sqlite-database.ts';
import { createAccounts } from './accounts.ts';
import type { Settings } from './config/settings.ts';
import { createDataFolder } from './data-folder.ts';
import { issuerPolicy } from './issuer-policy.ts';
import { createMediation, mediationRules } from './mediation.ts';
import { publisherDirectory } from './publisher-directory.ts';

/** Effects that tests own. */
export interface Effects {
  readonly clock: Clock;
  readonly random: RandomFill;
}

export const REAL_EFFECTS: Effects = {
  clock: Date.now,
  random: (target) => randomFillSync(target),
};

export type Context = Awaited<ReturnType<typeof createContext>>;

/** Everything behind the listeners: database, keys, panel, administration. */
export async function createContext(settings: Settings, effects: Effects = REAL_EFFECTS) {
  const { clock, random } = effects;
  const policy = issuerPolicy(settings);
  const rules = mediationRules(settings);
  const folder = createDataFolder(settings.data);
  const database = openSqlite(folder.database);
  await database.migrate();
  const { name, country, stateOrProvince, certificateUri } = settings.issuer;
  const state = stateOrProvince === undefined ? {} : { stateOrProvince };
  const custody = fileCustody(folder.keys);
  const subject = { organization: name, country, uri: certificateUri, ...state };
  const maker = { custody, subject, clock, random };
  const register = keyRegister(database);
  await ensureKeys(register, maker);
  const keys = keyring(register, custody);
  const store = issuerStore(database, clock, random);
  const deps: IssuerDeps = { store, keys, policy, clock, random };
  const mediation = createMediation(rules, mediationStore(database, clock, random), effects);
  const accounts = createAccounts({
    settings: settings.oauth,
    keyFolder: folder.keys,
    database,
    publishers: publisherDirectory(mediation.store),
    effects,
  });
  return {
    folder,
    database,
    store,
    accounts,
    mediation,
    clock,
    panel: issuerPanel(deps),
    administration: issuerAdministration(deps),
    keyAdministration: keyAdministration(register, maker, keys),
    /** Rejects while the database does not answer or the signing keys cannot be used. */
    async ready() {
      await database.ping();
      const probe = new Uint8Array(32);
      await (await keys.identitySigner())(probe);
      await (await keys.documentSigner()).sign(probe);
    },
    close: () => database.close(),
  };
}
