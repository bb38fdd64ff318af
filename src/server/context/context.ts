import { userNames } from '../../admin/access/user-names.ts';
import { type Administration, administration } from '../../admin/administration.ts';
import { repeatErasures } from '../../admin/holders/repeat-erasures.ts';
import type { LogAdminDeps } from '../../admin/operation/deps.ts';
import type { Panel } from '../../conventions/panel.ts';
import type { Clock } from '../../conventions/time.ts';
import type { Origins } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { configurationDeps } from '../configuration.ts';
import { type Effects, REAL_EFFECTS } from '../effects.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { daysIn, openFolder } from '../files/parquet.ts';
import { retentionRound } from '../rounds/retention.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { type Issuer, openIssuer, openIssuerPeers } from './issuer.ts';
import { openMediationFiles, openPanels, type Panels } from './panels.ts';
import type { PartDeps } from './parts.ts';
import { openStorage, type Storage } from './storage.ts';

export type { ContextObservers } from './parts.ts';

interface ContextParts extends Partial<Pick<PartDeps, 'observe' | 'limits' | 'tracing'>> {
  /** The source of each setting. If absent, all settings count as defaults. */
  readonly origins?: Origins;
}

export type Context = Awaited<ReturnType<typeof contextOf>>;

interface Begun {
  readonly storage: Storage;
  readonly auditLog: AuditLog;
  readonly issuer: Issuer | undefined;
  readonly panels: Panels;
}

function administrationOn(
  { settings, effects: { clock, random } }: PartDeps,
  origins: Origins,
  { storage, auditLog, issuer, panels }: Begun,
): Administration {
  const { keys } = storage;
  const { accounts, mediation, consoleAddress } = panels;
  const log: LogAdminDeps = {
    store: storage.store,
    clock,
    random,
    requests: auditLog.requests,
    names: userNames(accounts.store),
    sealCustody: keys.seals,
    anchors: auditLog.anchors,
    isSealKeySet: settings.audit.sealKey !== undefined,
  };
  return administration({
    panels: settings.interfaces,
    log,
    ...(issuer && {
      issuer: {
        ...issuer.deps,
        ...storage,
        ...log,
        keys: keys.keyring,
        statusPublisher: issuer.statusLists.publisher,
        notifies: issuer.notifies,
      },
      keys,
    }),
    accounts: { ...accounts.deps, console: accounts.sessions.policy },
    ...(mediation && { mediation: mediation.deps, catalogue: mediation }),
    confirmRole: accounts.confirmRole,
    console: {
      ...consoleAddress,
      mediationUrl: () =>
        mediation && settings.console.enabled ? `${accounts.address.url()}/console/` : undefined,
    },
    policy: settings.admin,
    configuration: configurationDeps(settings, origins, {
      ...storage,
      register: keys.register,
      clock,
      administrators: () => accounts.store.read((reader) => reader.administrators()),
      checkSeals: auditLog.checkSeals,
      anchorLags: auditLog.anchors.lags,
      startedAt: clock(),
      expiries: keys.expiries,
      ping: storage.database.ping,
      issuer,
    }),
  });
}

/** Reads what is kept about erasures, and opens a key of the records to see that it can be used. */
async function openRecords({ store, epochs, erasures, recovery }: Storage, clock: Clock): Promise<void> {
  await repeatErasures({ store, epochs, recovery, clock }, erasures);
  const used = await store.read((reader) => reader.epochsOfHolders());
  if (used) epochs.keyOf(used.last);
}

async function contextOf(deps: PartDeps, origins: Origins) {
  const { settings, effects, ends } = deps;
  const { clock } = effects;
  const runs = (panel: Panel) => settings.interfaces.includes(panel);
  // The address is known when the panels listen.
  const peers = runs('issuer') ? openIssuerPeers(deps, () => panels.accounts.address.url()) : undefined;
  const files = runs('mediation') ? openMediationFiles(deps) : undefined;
  const parquet = files && (await openFolder(settings.mediation.statistics.parquet));
  if (parquet) ends.defer(() => parquet.duck.close());
  const folder = createDataFolder(settings.data);
  peers?.attestation.remember();
  const storage = await openStorage(deps, folder, peers?.platform !== undefined);
  const { store, keys } = storage;
  const issuer = peers && openIssuer(deps, peers, storage);
  if (issuer) await openRecords(storage, clock);
  const auditLog = await openAuditLog(deps, storage);
  const panels: Panels = openPanels(
    deps,
    files,
    storage,
    daysIn(parquet, storage.database, deps.observe?.parquet),
  );
  return {
    ...storage,
    ...auditLog,
    ...panels,
    /** Undefined if the panel is off. */
    issuer,
    clock,
    administration: administrationOn(deps, origins, { storage, auditLog, issuer, panels }),
    /** Deletes what the settings do not keep any longer. Any process may call it at any time. */
    purge: retentionRound({ settings, store, register: keys.register, clock }),
    close: () => ends.disposeAsync(),
  };
}

/** Everything behind the listeners: opens the database and the keys, and creates the panels and the administration. */
export async function createContext(
  settings: Settings,
  effects: Effects = REAL_EFFECTS,
  { origins = new Map(), limits = async () => {}, ...parts }: ContextParts = {},
): Promise<Context> {
  const ends = new AsyncDisposableStack();
  try {
    return await contextOf({ settings, effects, limits, ...parts, ends }, origins);
  } catch (error) {
    // Idle connections would keep the process for ten seconds.
    await ends.disposeAsync();
    throw error;
  }
}
