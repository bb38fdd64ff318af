import { issuerAdministration, issuerPreparations } from '../admin/issuer-administration.ts';
import { checkHead, sealTrail } from '../audit/index.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import { withOutbox } from '../issuer/outbox/with-outbox.ts';
import { issuerPanel } from '../issuer/panel.ts';
import type { LimitCode, ObserveProofing } from '../issuer/ports/proofing.ts';
import { codeDigest } from '../keys/code-digest.ts';
import { issuerStore } from '../storage/issuer/issuer-store.ts';
import { mediationStore } from '../storage/mediation/mediation-store.ts';
import { createAccounts } from './accounts.ts';
import { waitingMethods } from './config/admin-settings.ts';
import type { Settings } from './config/settings.ts';
import { openCustody } from './custody.ts';
import { openDatabase } from './database.ts';
import { type Effects, REAL_EFFECTS } from './effects.ts';
import { attestationFiles } from './files/attestation.ts';
import { catalogueFile, type ObserveCatalogue } from './files/catalogue.ts';
import { createDataFolder } from './files/data-folder.ts';
import type { ObserveFiles } from './files/watched.ts';
import { issuerPolicy } from './issuer-policy.ts';
import { createKeys } from './keys.ts';
import { createMediation } from './mediation.ts';
import { notifications as outboxNotifications, walletPlatform } from './notifications.ts';
import { requestTrail } from './observe/request-log.ts';
import { publisherDirectory } from './publisher-directory.ts';
import { recordSource } from './record-source.ts';
import { requireSealKey } from './seal-key.ts';
import { withSecondPerson } from './second-person.ts';

const DAY = 86_400_000;

/** Who is told of files that are read again. */
interface ContextObservers {
  readonly files?: ObserveFiles;
  readonly catalogue?: ObserveCatalogue;
}

export type Context = Awaited<ReturnType<typeof createContext>>;

/** Everything behind the listeners: database, keys, panel, administration. */
export async function createContext(
  settings: Settings,
  effects: Effects = REAL_EFFECTS,
  observe: ContextObservers = {},
) {
  const { clock, random } = effects;
  const attestation = attestationFiles(settings, clock, observe.files);
  const policy = issuerPolicy(settings, attestation);
  const records = recordSource(settings, policy, clock);
  const platform = walletPlatform(settings, policy);
  const catalogue = catalogueFile(settings.mediation.catalogue, clock, observe.catalogue);
  const folder = createDataFolder(settings.data);
  attestation.remember();
  const custody = await openCustody(settings, folder.keys);
  const database = openDatabase(settings, folder);
  await database.migrate();
  const keys = await createKeys({ settings, folder, custody, database, effects });
  const stored = issuerStore(database, clock, random);
  const store = platform ? withOutbox(stored) : stored;
  const notifications = platform && outboxNotifications(settings, platform, store, effects);
  let observeProofing: ObserveProofing = () => {};
  let limitCode: LimitCode = async () => {};
  const deps: IssuerDeps = {
    store,
    keys: keys.keyring,
    policy,
    clock,
    random,
    codeDigest: codeDigest(folder.keys),
    limitCode: (codeHash) => limitCode(codeHash),
    observe: (begun) => observeProofing(begun),
    records,
  };
  await requireSealKey(settings, store, keys.seals);
  const seals = { store, clock, random, custody: keys.seals };
  const requests = requestTrail(store, { keptFor: settings.issuer.requestTrailDays * DAY, clock });
  const mediation = createMediation({
    settings: settings.mediation,
    catalogue,
    store: mediationStore(database, clock, random),
    effects,
  });
  const accounts = createAccounts({
    settings: settings.oauth,
    rolesNeedSecondPerson: waitingMethods(settings.admin.secondPerson).has('setUserRole'),
    keyFolder: folder.keys,
    database,
    publishers: publisherDirectory(mediation.store),
    effects,
  });
  const administered = {
    requests,
    notifies: platform !== undefined,
    sealCustody: keys.seals,
    isSealKeySet: settings.audit.sealKey !== undefined,
  };
  const calls = {
    ...issuerAdministration({ ...deps, ...administered }),
    ...keys.administration,
    ...accounts.administration,
    ...mediation.administration,
  };
  return {
    folder,
    database,
    store,
    policy,
    attestation,
    accounts,
    mediation,
    clock,
    panel: issuerPanel(deps),
    /** What counts attempts with codes. */
    limitCodes(limit: LimitCode) {
      limitCode = limit;
    },
    /** Who is told of the proofings that begin. */
    observeProofings(observe: ObserveProofing) {
      observeProofing = observe;
    },
    /** The issuer's own system of record, where there is one. */
    records,
    /** What tells the wallet platform of changes, where it is told. */
    notifications,
    requests,
    /** What each method of the admin interface does, by its name. */
    administration: withSecondPerson({
      settings: settings.admin,
      calls: calls as unknown as Parameters<typeof withSecondPerson>[0]['calls'],
      preparations: {
        ...issuerPreparations({ ...deps, ...administered }),
        ...keys.preparations,
        ...accounts.preparations,
      },
      roleOf: accounts.roleOf,
      ...deps,
    }),
    keys,
    keyAdministration: keys.administration,
    /** Seals what is old enough of the trail; every process may do it at any time. */
    sealTrail: () => sealTrail(seals),
    /** What is wrong with the last seals. */
    checkSeals: () => checkHead(store, keys.seals),
    /** Rejects while the database does not answer or the signing keys cannot be used. */
    async ready() {
      await database.ping();
      await keys.ready();
    },
    async close() {
      await requests.settled();
      await records?.close();
      await notifications?.close();
      custody.close();
      await database.close();
    },
  };
}
