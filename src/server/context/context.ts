import { type Administration, administration } from '../../admin/administration.ts';
import { repeatErasures } from '../../admin/holders/repeat-erasures.ts';
import { namesOf } from '../../admin/policy/names.ts';
import type { Origins } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { configurationDeps } from '../configuration.ts';
import { type Effects, REAL_EFFECTS } from '../effects.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { retentionRound } from '../retention.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { type Issuer, type IssuerPeers, openIssuer, openIssuerPeers } from './issuer.ts';
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
  readonly peers: IssuerPeers;
  readonly storage: Storage;
  readonly issuer: Issuer;
  readonly auditLog: AuditLog;
  readonly panels: Panels;
}

function administrationOn(
  { settings, effects: { clock } }: PartDeps,
  origins: Origins,
  { peers, storage, issuer, auditLog, panels }: Begun,
): Administration {
  const { keys } = storage;
  const { accounts, mediation, consoleAddress } = panels;
  const { publisher } = issuer.statusLists;
  return administration({
    issuer: {
      ...issuer.deps,
      ...storage,
      keys: keys.keyring,
      requests: auditLog.requests,
      names: namesOf(accounts.store),
      statusPublisher: publisher,
      notifies: peers.platform !== undefined,
      sealCustody: keys.seals,
      anchors: auditLog.anchors,
      isSealKeySet: settings.audit.sealKey !== undefined,
    },
    keys,
    accounts: { ...accounts.deps, console: accounts.sessions.policy },
    mediation: mediation.deps,
    catalogue: mediation.catalogue,
    noteCatalogue: mediation.noteCatalogue,
    confirmRole: accounts.confirmRole,
    console: consoleAddress,
    policy: settings.admin,
    configuration: configurationDeps(settings, origins, peers.policy, {
      ...storage,
      register: keys.register,
      clock,
      administrators: () => accounts.store.read((reader) => reader.administrators()),
      checkSeals: auditLog.checkSeals,
      anchorLags: auditLog.anchors.lags,
      startedAt: clock(),
      expiries: keys.expiries,
      ping: storage.database.ping,
      listWrittenAt: peers.attestation.listWrittenAt,
      statusLists: publisher.figures,
      warnings: peers.attestation.warnings,
    }),
  });
}

async function contextOf(deps: PartDeps, origins: Origins) {
  const { settings, effects, ends } = deps;
  const { clock } = effects;
  // The address is known when the panels listen.
  const peers = openIssuerPeers(deps, () => panels.accounts.address.url());
  const files = openMediationFiles(deps);
  const folder = createDataFolder(settings.data);
  peers.attestation.remember();
  const storage = await openStorage(deps, folder, peers.platform !== undefined);
  const issuer = openIssuer(deps, peers, storage);
  const { store, keys, epochs, erasures } = storage;
  await repeatErasures({ ...storage, clock }, erasures);
  const used = await store.read((reader) => reader.epochsOfHolders());
  if (used) epochs.keyOf(used.last);
  const auditLog = await openAuditLog(deps, storage, issuer.closedLists);
  const panels: Panels = openPanels(deps, files, storage);
  return {
    ...storage,
    ...issuer,
    ...auditLog,
    ...panels,
    policy: peers.policy,
    attestation: peers.attestation,
    clock,
    administration: administrationOn(deps, origins, { peers, storage, issuer, auditLog, panels }),
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
