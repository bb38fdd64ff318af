import { type Administration, administration } from '../admin/administration.ts';
import { repeatErasures } from '../admin/holders/repeat-erasures.ts';
import { namesOf } from '../admin/policy/names.ts';
import { waitingMethods } from '../admin/policy/second-person.ts';
import { type AnchorAttempt, checkHead, missingSeal, sealLog } from '../audit/index.ts';
import type { Seal } from '../audit/ports/seals.ts';
import { type Clock, DAY } from '../conventions/time.ts';
import type { Throttle } from '../http/throttle.ts';
import type { IssuerDeps } from '../issuer/deps.ts';
import { releasesOfSilentDevices } from '../issuer/device/release-silent.ts';
import type { DeliveryDeps } from '../issuer/outbox/deliver.ts';
import { withOutbox } from '../issuer/outbox/with-outbox.ts';
import { type IssuerPanel, issuerPanel } from '../issuer/panel.ts';
import type { IssuerPolicy } from '../issuer/policy.ts';
import type { ObserveProofing } from '../issuer/ports/proofing.ts';
import type { IssuerStore } from '../issuer/ports/store.ts';
import { type HolderDigest, withSearchIndex } from '../issuer/record/with-search-index.ts';
import { type ClosedLists, closeLists } from '../issuer/status/close.ts';
import { statusEntries } from '../issuer/status/entries.ts';
import { type StatusPublisher, statusPublisher } from '../issuer/status/publish.ts';
import { type StatusTokens, statusTokens } from '../issuer/status/tokens.ts';
import { erasureJournal } from '../keys/holder-keys/erasures.ts';
import { type HolderKeySweep, sweepHolderKeys } from '../keys/holder-keys/sweep.ts';
import { codeDigest, holderDigest, statusListKeys } from '../keys/secrets.ts';
import type { ServingObserver } from '../mediation/serve/snapshots.ts';
import { followSeals } from '../storage/audit/follow-seals.ts';
import { moveMediationEntries } from '../storage/audit/move-mediation-entries.ts';
import type { Database } from '../storage/database.ts';
import { issuerStore } from '../storage/issuer/issuer-store.ts';
import { mediationStore } from '../storage/mediation/mediation-store.ts';
import { fromRecentRows } from '../storage/mediation/recent-entities.ts';
import { servingStore } from '../storage/mediation/serving-store.ts';
import { statisticsStore } from '../storage/mediation/statistics/statistics-store.ts';
import { markEncrypted } from '../storage/migrations/encrypted-mark.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Anchors, openAnchors } from './anchors.ts';
import { type BreakGlass, type BreakGlassEvent, breakGlass } from './break-glass/break-glass.ts';
import type { Origins } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { configurationDeps } from './configuration.ts';
import { type OperatorsConsole, operatorsConsole } from './console.ts';
import { openCustody, requireSealKey } from './custody.ts';
import { openDatabase } from './database.ts';
import { type Effects, REAL_EFFECTS } from './effects.ts';
import { openEpochs } from './epochs.ts';
import { type AttestationFiles, attestationFiles } from './files/attestation.ts';
import { catalogueFile, type ObserveCatalogue } from './files/catalogue.ts';
import { createDataFolder } from './files/create-data-folder.ts';
import type { DataFolder } from './files/data-folder.ts';
import { ratesFile } from './files/rates.ts';
import type { ObserveFiles } from './files/setting-file.ts';
import {
  type Notifications,
  notifications as outboxNotifications,
  type RecordWatch,
  recordSource,
  walletPlatform,
} from './http-clients.ts';
import { issuerPolicy } from './issuer-policy.ts';
import { createKeys, type Keys } from './keys.ts';
import { createMediation, type Mediation, publisherDirectory } from './mediation.ts';
import type { PublisherDifference } from './money-round.ts';
import { type RequestTrail, requestTrail } from './observe/request-log.ts';
import { type Purged, retentionRound } from './retention.ts';
import { tracedConnector, tracedCustody, tracedStore } from './telemetry/traced-parts.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** Observers of events behind the listeners. */
export interface ContextObservers {
  /** Called when files are read again. */
  readonly files: ObserveFiles;
  readonly catalogue: ObserveCatalogue;
  readonly proofing: ObserveProofing;
  readonly records: (policy: IssuerPolicy) => RecordWatch;
  readonly notification: DeliveryDeps['observe'];
  readonly serving: ServingObserver;
  readonly money: (differences: readonly PublisherDifference[]) => void;
  readonly anchor: (attempt: AnchorAttempt) => void;
  readonly breakGlass: (event: BreakGlassEvent) => void;
  readonly closedLists: (closed: ClosedLists) => void;
}

/** The dependencies of the context. */
interface ContextParts {
  /** The source of each setting. If absent, all settings count as defaults. */
  readonly origins?: Origins;
  readonly observe?: ContextObservers;
  readonly limits?: Throttle;
  /** Absent if requests are not traced. */
  readonly tracing?: Tracing | undefined;
}

/** Everything behind the listeners. */
export interface Context {
  readonly folder: DataFolder;
  /** Address of the operators' console. */
  readonly consoleAddress: OperatorsConsole;
  readonly database: Database;
  readonly store: IssuerStore;
  readonly policy: IssuerPolicy;
  readonly holderDigest: HolderDigest;
  readonly attestation: AttestationFiles;
  readonly accounts: Accounts;
  readonly mediation: Mediation;
  readonly clock: Clock;
  readonly panel: IssuerPanel;
  /** Notifies the wallet platform of changes; undefined if notifications are off. */
  readonly notifications: Notifications | undefined;
  readonly statusLists: { readonly publisher: StatusPublisher; readonly tokens: StatusTokens };
  readonly requests: RequestTrail;
  readonly administration: Administration;
  /** Undefined without a sign-in by organisations: then the admin token always works. */
  readonly breakGlass: BreakGlass | undefined;
  readonly keys: Keys;
  /** Encrypts keys of holders by the key of the current epoch, and destroys keys of old epochs. */
  sweepHolderKeys(): Promise<HolderKeySweep>;
  /** Moves entries that processes of the previous version wrote to the old table into the audit log. */
  moveOldEntries(): Promise<void>;
  /** Closes the present status lists if the audit log lacks a seal that was seen here. */
  closeOutdatedLists(): Promise<void>;
  /** Where seals are anchored. */
  readonly anchors: Anchors;
  /** Revokes credentials of silent devices, if the settings say so. Resolves to their number. */
  releaseSilentDevices(): Promise<number>;
  /** Deletes what the settings do not keep any longer. Any process may call it at any time. */
  purge(): Promise<Purged>;
  /** Seals audit log entries that are old enough. Any process may call it at any time. */
  sealLog(): Promise<readonly Seal[]>;
  /** The problem of the last seals, if there is one. */
  checkSeals(): Promise<string | undefined>;
  /** Rejects if the database does not answer or the signing keys cannot be used. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

type Noted = Parameters<IssuerStore['noteErasure']>;

/** Opens the database and the keys, and creates the panels and the administration. */
export async function createContext(
  settings: Settings,
  effects: Effects = REAL_EFFECTS,
  parts: ContextParts = {},
): Promise<Context> {
  let database: Database | undefined;
  const open = (folder: DataFolder) => {
    database = openDatabase(settings, folder);
    return database;
  };
  try {
    return await contextOn(open, settings, effects, parts);
  } catch (error) {
    // Idle connections would keep the process for ten seconds.
    await database?.close();
    throw error;
  }
}

async function contextOn(
  open: (folder: DataFolder) => Database,
  settings: Settings,
  effects: Effects,
  { origins = new Map(), observe, limits = async () => {}, tracing }: ContextParts,
): Promise<Context> {
  const { clock, random } = effects;
  const attestation = attestationFiles(settings, clock, observe?.files);
  const policy = issuerPolicy(settings, attestation);
  const source = recordSource(settings, policy, clock, observe?.records(policy));
  const records = source && tracedConnector(source, tracing);
  const platform = walletPlatform(settings, policy);
  const catalogue = catalogueFile(settings.mediation.catalogue, clock, observe?.catalogue);
  const { rates: ratesPath } = settings.mediation;
  const rates = ratesPath === undefined ? undefined : ratesFile(ratesPath, clock, observe?.files);
  const folder = createDataFolder(settings.data);
  attestation.remember();
  const custody = tracedCustody(await openCustody(settings, folder.keys), tracing);
  const database = open(folder);
  await database.migrate();
  const behindSeals = () => followSeals(database, clock, random);
  await behindSeals();
  const moveOldEntries = () => moveMediationEntries(database, clock, random);
  await moveOldEntries();
  const recovery = settings.keys.recoveryDays * DAY;
  const epochs = openEpochs(settings, folder, clock);
  const keys = await createKeys({ settings, folder, custody, database, epochs, effects });
  if (epochs.current() !== undefined) await database.write(markEncrypted);
  const digestOfCode = codeDigest(folder.keys);
  const findBy = holderDigest(folder.keys);
  const issuerRows = tracedStore(issuerStore(database, clock, random, epochs), 'issuer', tracing);
  const erasures = erasureJournal(folder.keys);
  const noting = {
    ...issuerRows,
    noteErasure: async (...one: Noted) => erasures.note(...one),
    withdrawErasure: async (erasureId: string, at: number) => erasures.withdraw(erasureId, at),
  };
  const stored = withSearchIndex(noting, findBy);
  const store = platform ? withOutbox(stored) : stored;
  const notifications =
    platform &&
    outboxNotifications(settings, platform, store, {
      clock,
      random,
      observe: observe?.notification ?? (() => {}),
    });
  const closedLists = observe?.closedLists ?? (() => {});
  const { grid } = policy.statusLists;
  const tokens = statusTokens(store, clock, grid);
  const publisher = statusPublisher({
    store,
    keys: keys.keyring,
    clock,
    grid,
    published: tokens.forget,
  });
  const deps: IssuerDeps = {
    store,
    keys: keys.keyring,
    policy,
    clock,
    random,
    codeDigest: digestOfCode,
    limitCode: (codeHash) => limits('issuerPerCode', Buffer.from(codeHash).toString('base64')),
    observe: observe?.proofing ?? (() => {}),
    statusEntries: statusEntries({
      store,
      policy: policy.statusLists,
      keyOf: statusListKeys(folder.keys),
      clock,
      random,
      publisher,
      closed: closedLists,
    }),
    records,
  };
  await repeatErasures({ store, clock, epochs, recovery }, erasures);
  const used = await store.read((reader) => reader.epochsOfHolders());
  if (used) epochs.keyOf(used.last);
  await requireSealKey(settings, store, keys.seals);
  const seals = { store, clock, random, custody: keys.seals };
  const anchors = openAnchors({
    settings,
    store,
    custody: keys.seals,
    effects,
    observe: observe?.anchor ?? (() => {}),
  });
  const requests = requestTrail(store);
  const recentRows = fromRecentRows();
  const mediation = createMediation({
    settings: settings.mediation,
    catalogue,
    store: tracedStore(mediationStore(database, clock, random, recentRows), 'mediation', tracing),
    serving: servingStore(database, recentRows),
    statistics: statisticsStore(database),
    rates,
    observe: observe?.serving,
    observeMoney: observe?.money,
    // In production the bound address is not that of the apps.
    publicUrl: () => (settings.profile === 'sandbox' ? accounts.address.url() : settings.oauth.issuerUrl),
    effects,
  });
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
  const guard: BreakGlass | undefined =
    settings.signIn.organisations.length === 0
      ? undefined
      : breakGlass({
          ...{ folder, clock },
          store: accounts.store,
          observe: observe?.breakGlass ?? (() => {}),
        });
  const administered = {
    requests,
    names: namesOf(accounts.store),
    holderDigest: findBy,
    epochs,
    recovery,
    erasures,
    statusPublisher: publisher,
    notifies: platform !== undefined,
    sealCustody: keys.seals,
    anchors,
    isSealKeySet: settings.audit.sealKey !== undefined,
  };
  const ready = async () => {
    await database.ping();
    await keys.ready();
  };
  const closeOutdatedLists = async () => {
    const missing = await missingSeal(store, keys.seals);
    if (!missing) return;
    const about = { reason: 'missingSeal', id: `seal-${missing.digest}`, actor: { kind: 'start' } } as const;
    const closed = await store.write((writer) => closeLists(writer, { ...about, at: clock() }));
    if (closed) closedLists(closed);
  };
  const checkSeals = () => checkHead(store, keys.seals);
  const configuration = configurationDeps(settings, origins, policy, {
    folder,
    custody,
    register: keys.register,
    clock,
    administrators: () => accounts.store.read((reader) => reader.administrators()),
    checkSeals,
    anchorLags: anchors.lags,
    store,
    startedAt: clock(),
    expiries: keys.expiries,
    ready,
    ping: database.ping,
    listWrittenAt: attestation.listWrittenAt,
    statusLists: publisher.figures,
    warnings: attestation.warnings,
  });
  return {
    folder,
    consoleAddress,
    database,
    store,
    policy,
    holderDigest: findBy,
    attestation,
    accounts,
    mediation,
    clock,
    panel: issuerPanel(deps),
    notifications,
    statusLists: { publisher, tokens },
    requests,
    administration: administration({
      issuer: { ...deps, ...administered },
      keys: { register: keys.register, maker: keys.maker, keyring: keys.keyring },
      accounts: { ...accounts.deps, console: accounts.sessions.policy },
      mediation: mediation.deps,
      catalogue,
      noteCatalogue: mediation.noteCatalogue,
      confirmRole: accounts.confirmRole,
      console: consoleAddress,
      policy: settings.admin,
      configuration,
    }),
    breakGlass: guard,
    keys,
    sweepHolderKeys: () => sweepHolderKeys({ store, epochs, clock, recovery }),
    moveOldEntries,
    closeOutdatedLists,
    anchors,
    releaseSilentDevices: releasesOfSilentDevices({ store, policy, clock }),
    purge: retentionRound({ settings, store, register: keys.register, clock }),
    async sealLog() {
      // A process whose clock is ahead may have sealed.
      await behindSeals();
      return sealLog(seals);
    },
    checkSeals,
    ready,
    async close() {
      await requests.settled();
      // Without the database the next process does it.
      await mediation.store.indexGroups().catch(() => {});
      await records?.close();
      await notifications?.close();
      await anchors.close();
      custody.close();
      epochs.close();
      await database.close();
    },
  };
}
