import { waitingMethods } from '../../admin/access/second-person.ts';
import { mediationStore } from '../../storage/mediation/mediation-store.ts';
import type { MadeDays } from '../../storage/mediation/parquet/parquet-days.ts';
import { fromRecentRows } from '../../storage/mediation/recent-entities.ts';
import { servingStore } from '../../storage/mediation/serving-store.ts';
import { statisticsStore } from '../../storage/mediation/statistics/statistics-store.ts';
import { type BreakGlass, breakGlass } from '../break-glass/break-glass.ts';
import { catalogueFile } from '../files/catalogue.ts';
import { ratesFile } from '../files/rates.ts';
import { isClockBelieved } from '../rounds/believed-clock.ts';
import { createAccounts } from '../sign-in/accounts.ts';
import { operatorsConsole } from '../sign-in/console.ts';
import { tracedStore } from '../telemetry/traced-parts.ts';
import { createMediation, NO_PUBLISHERS, publisherDirectory } from './mediation.ts';
import type { PartDeps } from './parts.ts';
import type { Storage } from './storage.ts';

/** The files of the mediation panel. @throws SettingsError if one cannot be used */
export function openMediationFiles({ settings: { mediation }, effects: { clock }, observe }: PartDeps) {
  const { rates } = mediation;
  return {
    catalogue: catalogueFile(mediation.catalogue, clock, observe?.catalogue),
    rates: rates === undefined ? undefined : ratesFile(rates, clock, observe?.files),
  };
}

type MediationFiles = ReturnType<typeof openMediationFiles>;

export type Mediation = ReturnType<typeof createMediation>;
export type Panels = ReturnType<typeof openPanels>;

function openMediation(
  { settings, effects, observe, tracing }: PartDeps,
  files: MediationFiles,
  { database, store }: Storage,
  parquet: MadeDays | undefined,
  publicUrl: () => string | undefined,
) {
  const recentRows = fromRecentRows();
  const { clock, random } = effects;
  return createMediation({
    settings: settings.mediation,
    ...files,
    store: tracedStore(mediationStore(database, clock, random, recentRows), 'mediation', tracing),
    serving: servingStore(database, recentRows),
    statistics: statisticsStore(database),
    parquet,
    isBelieved: (now) => isClockBelieved(store, now),
    observe: observe?.serving,
    observeMoney: observe?.money,
    publicUrl,
    effects,
  });
}

/** The mediation panel, undefined without its files; the accounts, and the address of the operators' console. */
export function openPanels(
  deps: PartDeps,
  files: MediationFiles | undefined,
  storage: Storage,
  parquet: MadeDays | undefined,
) {
  const { settings, effects, observe } = deps;
  const { database, folder } = storage;
  const { clock } = effects;
  // In production the bound address is not that of the apps.
  const publicUrl = () =>
    settings.profile === 'sandbox' ? accounts.address.url() : settings.oauth.issuerUrl;
  const mediation = files && openMediation(deps, files, storage, parquet, publicUrl);
  const consoleAddress = operatorsConsole(settings);
  const accounts = createAccounts({
    settings,
    adminPort: consoleAddress.port,
    rolesNeedSecondPerson: waitingMethods(settings.admin.secondPerson).has('setUserRole'),
    keyFolder: folder.keys,
    database,
    publishers: mediation ? publisherDirectory(mediation.store) : NO_PUBLISHERS,
    effects,
    adminTokenWorks: () => guard === undefined || guard.openUntil() !== undefined,
  });
  /** Undefined without a sign-in by organisations: then the admin token always works. */
  const guard: BreakGlass | undefined =
    settings.signIn.organisations.length === 0
      ? undefined
      : breakGlass({ folder, clock, store: accounts.store, observe: observe?.breakGlass ?? (() => {}) });
  return { mediation, consoleAddress, accounts, breakGlass: guard };
}
