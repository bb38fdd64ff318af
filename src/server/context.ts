import { randomFillSync } from 'node:crypto';
import { issuerAdministration } from '../issuer/administration/index.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import { issuerPanel } from '../issuer/panel.ts';
import type { Clock, RandomFill } from '../issuer/ports/effects.ts';
import type { ObserveProofing } from '../issuer/ports/observer.ts';
import { codeDigest } from '../keys/code-digest.ts';
import { issuerStore } from '../storage/issuer/issuer-store.ts';
import { mediationStore } from '../storage/mediation/mediation-store.ts';
import { openSqlite } from '../storage/sqlite/sqlite-database.ts';
import { createAccounts } from './accounts.ts';
import { catalogueFile, type ObserveCatalogue } from './catalogue-file.ts';
import type { Settings } from './config/settings.ts';
import { openCustody } from './custody.ts';
import { createDataFolder } from './data-folder.ts';
import { issuerPolicy } from './issuer-policy.ts';
import { createKeys } from './keys.ts';
import { createMediation } from './mediation.ts';
import { publisherDirectory } from './publisher-directory.ts';
import { recordSource } from './record-source.ts';
import { requestTrail } from './request-trail.ts';

/** Effects that tests own. */
export interface Effects {
  readonly clock: Clock;
  readonly random: RandomFill;
}

export const REAL_EFFECTS: Effects = {
  clock: Date.now,
  random: (target) => randomFillSync(target),
};

const DAY = 86_400_000;

export type Context = Awaited<ReturnType<typeof createContext>>;

/** Everything behind the listeners: database, keys, panel, administration. */
export async function createContext(
  settings: Settings,
  effects: Effects = REAL_EFFECTS,
  observeCatalogue?: ObserveCatalogue,
) {
  const { clock, random } = effects;
  const policy = issuerPolicy(settings);
  const records = recordSource(settings, policy, clock);
  const catalogue = catalogueFile(settings.mediation.catalogue, clock, observeCatalogue);
  const folder = createDataFolder(settings.data);
  const custody = await openCustody(settings, folder.keys);
  const database = openSqlite(folder.database);
  await database.migrate();
  const keys = await createKeys({ settings, custody, database, effects });
  const store = issuerStore(database, clock, random);
  let observeProofing: ObserveProofing = () => {};
  const deps: IssuerDeps = {
    store,
    keys: keys.keyring,
    policy,
    clock,
    random,
    codeDigest: codeDigest(folder.keys),
    observe: (begun) => observeProofing(begun),
    records,
  };
  const requests = requestTrail(store, { keptFor: settings.issuer.requestTrailDays * DAY, clock });
  const mediation = createMediation({
    settings: settings.mediation,
    catalogue,
    store: mediationStore(database, clock, random),
    effects,
  });
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
    policy,
    accounts,
    mediation,
    clock,
    panel: issuerPanel(deps),
    /** Who is told of the proofings that begin. */
    observeProofings(observe: ObserveProofing) {
      observeProofing = observe;
    },
    /** The issuer's own system of record, where there is one. */
    records,
    requests,
    administration: issuerAdministration({ ...deps, requests }),
    keyAdministration: keys.administration,
    keys,
    /** Rejects while the database does not answer or the signing keys cannot be used. */
    async ready() {
      await database.ping();
      await keys.ready();
    },
    async close() {
      await requests.settled();
      await records?.close();
      custody.close();
      await database.close();
    },
  };
}
