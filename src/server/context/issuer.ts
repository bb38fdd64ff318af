import type { IssuerDeps } from '../../issuer/deps.ts';
import { releasesOfSilentDevices } from '../../issuer/device/release-silent.ts';
import { issuerPanel } from '../../issuer/panel.ts';
import { statusEntries } from '../../issuer/status/list-entries.ts';
import { statusTokens } from '../../issuer/status/list-tokens.ts';
import { statusPublisher } from '../../issuer/status/publish-lists.ts';
import { statusListKeys } from '../../keys/secrets.ts';
import { attestationFiles } from '../files/attestation.ts';
import { walletTrust } from '../files/wallet-trust.ts';
import {
  notifications as outboxNotifications,
  recordSource,
  walletPlatform,
} from '../issuer/http-clients.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { tracedConnector } from '../telemetry/traced-parts.ts';
import type { PartDeps } from './parts.ts';
import type { Storage } from './storage.ts';

/** The policy of the issuer panel, and the systems around it. It writes nothing, so that a wrong setting leaves no folder. */
export function openIssuerPeers(
  { settings, effects: { clock }, observe, tracing, ends }: PartDeps,
  publicUrl: () => string,
) {
  const attestation = attestationFiles(settings, clock, observe?.files);
  const policy = issuerPolicy(settings, attestation, publicUrl);
  const source = recordSource(settings, policy, clock, observe?.records(policy));
  const records = source && tracedConnector(source, tracing);
  if (records) ends.defer(() => records.close());
  const trust = walletTrust(settings, clock, observe?.files);
  return { attestation, policy, records, trust, platform: walletPlatform(settings, policy) };
}

type IssuerPeers = ReturnType<typeof openIssuerPeers>;
export type Issuer = ReturnType<typeof openIssuer>;

/** The issuer panel, its status lists and its notifications. */
export function openIssuer(
  { settings, effects, observe, limits, ends }: PartDeps,
  { attestation, policy, records, trust, platform }: IssuerPeers,
  { store, folder, codeDigest, keys: { keyring } }: Storage,
) {
  const { clock, random } = effects;
  const delivery = { clock, random, observe: observe?.notification ?? (() => {}) };
  const notifications = platform && outboxNotifications(settings, platform, store, delivery);
  if (notifications) ends.defer(() => notifications.close());
  const { grid } = policy.statusLists;
  const tokens = statusTokens(store, clock, grid);
  const publisher = statusPublisher({ store, keys: keyring, clock, grid, published: tokens.forget });
  const deps: IssuerDeps = {
    store,
    keys: keyring,
    policy,
    clock,
    random,
    codeDigest,
    limitCode: (codeHash) => limits('issuerPerCode', Buffer.from(codeHash).toString('base64')),
    observe: observe?.proofing ?? (() => {}),
    statusEntries: statusEntries({
      store,
      policy: policy.statusLists,
      keyOf: statusListKeys(folder.keys),
      clock,
      random,
      publisher,
      closed: observe?.closedLists ?? (() => {}),
    }),
    records,
  };
  return {
    deps,
    policy,
    attestation,
    walletTrust: trust,
    panel: issuerPanel(deps),
    notifications,
    /** Whether the wallet platform is notified of changes. */
    notifies: platform !== undefined,
    statusLists: { publisher, tokens },
    /** Revokes credentials of silent devices, if the settings say so. Resolves to their number. */
    releaseSilentDevices: releasesOfSilentDevices({ store, policy, clock }),
  };
}
