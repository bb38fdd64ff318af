import { waitingMethods } from '../../admin/policy/second-person.ts';
import { mediationStore } from '../../storage/mediation/mediation-store.ts';
import { fromRecentRows } from '../../storage/mediation/recent-entities.ts';
import { servingStore } from '../../storage/mediation/serving-store.ts';
import { statisticsStore } from '../../storage/mediation/statistics/statistics-store.ts';
import { createAccounts } from '../accounts.ts';
import { type BreakGlass, breakGlass } from '../break-glass/break-glass.ts';
import { operatorsConsole } from '../console.ts';
import { catalogueFile } from '../files/catalogue.ts';
import { ratesFile } from '../files/rates.ts';
import { createMediation, publisherDirectory } from '../mediation.ts';
import { tracedStore } from '../telemetry/traced-parts.ts';
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

export type Panels = ReturnType<typeof openPanels>;

/** The mediation panel, the accounts, and the address of the operators' console. */
export function openPanels(
  { settings, effects, observe, tracing, ends }: PartDeps,
  files: ReturnType<typeof openMediationFiles>,
  { database, folder }: Storage,
) {
  const { clock, random } = effects;
  const recentRows = fromRecentRows();
  const mediation = createMediation({
    settings: settings.mediation,
    ...files,
    store: tracedStore(mediationStore(database, clock, random, recentRows), 'mediation', tracing),
    serving: servingStore(database, recentRows),
    statistics: statisticsStore(database),
    observe: observe?.serving,
    observeMoney: observe?.money,
    // In production the bound address is not that of the apps.
    publicUrl: () => (settings.profile === 'sandbox' ? accounts.address.url() : settings.oauth.issuerUrl),
    effects,
  });
  // Without the database the next process does it.
  ends.defer(() => mediation.store.indexGroups().catch(() => {}));
  const consoleAddress = operatorsConsole(settings);
  const accounts = createAccounts({
    settings,
    adminPort: consoleAddress.port,
    rolesNeedSecondPerson: waitingMethods(settings.admin.secondPerson).has('setUserRole'),
    keyFolder: folder.keys,
    database,
    publishers: publisherDirectory(mediation.store),
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
