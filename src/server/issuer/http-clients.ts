import { type Circuit, type Connector, connector, type ObservedLookup } from '../../connector/index.ts';
import { type Clock, HOUR, SECOND } from '../../conventions/time.ts';
import { type DeliveryDeps, outboxDelivery } from '../../issuer/outbox/deliver.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import type { IssuerStore } from '../../issuer/ports/store.ts';
import { checkRecord } from '../../issuer/record/check-record.ts';
import { type Notifier, notifier } from '../../notifier/index.ts';
import type { Settings } from '../config/settings.ts';
import { endpointOf } from '../files/endpoint.ts';

/** Observes the lookups. */
export interface RecordWatch {
  readonly lookup: (lookup: ObservedLookup) => void;
  readonly circuit: (state: Circuit) => void;
}

const UNWATCHED: RecordWatch = { lookup: () => {}, circuit: () => {} };

/** The issuer's own system of record; undefined if records are in the built-in table. */
export function recordSource(
  { issuer: { records } }: Settings,
  policy: IssuerPolicy,
  clock: Clock,
  watch: RecordWatch = UNWATCHED,
): Connector | undefined {
  const { source, url } = records;
  if (source === 'table' || url === undefined) return undefined;
  return connector({
    endpoint: endpointOf('issuer.records', records, url),
    check: (record) => checkRecord(record, policy, clock()),
    clock,
    observe: watch.lookup,
    onCircuit: watch.circuit,
  });
}

/**
 * An entry is locked for the time limit of an attempt plus this time, which is for reading and writing the
 * entry.
 */
const SLACK = 30 * SECOND;

/** The wallet platform; undefined if notifications are off. @throws SettingsError */
export function walletPlatform(
  { issuer: { notifications } }: Pick<Settings, 'issuer'>,
  { issuerId, versions }: Pick<IssuerPolicy, 'issuerId' | 'versions'>,
): Notifier | undefined {
  const { url, timeoutSeconds } = notifications;
  if (url === undefined) return undefined;
  const endpoint = endpointOf('issuer.notifications', notifications, url);
  return notifier({ endpoint, issuerId, version: versions[0], timeLimit: timeoutSeconds * SECOND });
}

/** Delivers the entries of the outbox. */
export function notifications(
  { issuer: { notifications: given } }: Pick<Settings, 'issuer'>,
  platform: Notifier,
  store: IssuerStore,
  { clock, random, observe }: Pick<DeliveryDeps, 'clock' | 'random' | 'observe'>,
) {
  const delivery = outboxDelivery({
    store,
    platform,
    clock,
    random,
    observe,
    lease: given.timeoutSeconds * SECOND + SLACK,
    giveUpAfter: given.giveUpAfterHours * HOUR,
  });
  return { ...delivery, close: () => platform.close() };
}
