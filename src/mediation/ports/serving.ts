import type { AdUnitMapping, App, MediationAbExperiment, MediationGroup, ServingKey } from './entities.ts';

/** Which version of a group is stored, and how large it is. */
export interface GroupVersion {
  readonly groupId: string;
  readonly revision: number;
  /** Bytes. */
  readonly weight: number;
}

/** The percentage of an experiment that has not been stopped. */
export type ServedExperiment = Pick<
  MediationAbExperiment,
  'publisherId' | 'groupId' | 'experimentId' | 'treatmentTrafficPercentage'
>;

/** Observed prices by line id and CLDR region: decimal micros of US dollars for 1000 impressions. */
export type ObservedPrices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The observed prices of a publisher after a day of its time zone. */
export interface PricesOfDay {
  readonly publisherId: string;
  /** The number of the last day that they count. */
  readonly day: number;
  readonly prices: ObservedPrices;
}

interface OfApp {
  readonly publisherId: string;
  readonly appFragment: string;
}

/** Identifies a copy of a snapshot. */
export interface CopyKey extends OfApp {
  /** Hash of the JSON in lower-case hex. */
  readonly sha256: string;
}

export interface SnapshotCopy extends CopyKey {
  /** JSON, compressed with gzip. */
  readonly content: Uint8Array;
}

/** What is read and kept to serve apps. All reads see every change that is acknowledged. */
export interface ServingStore {
  servingKey(key: string): Promise<ServingKey | undefined>;
  /** Becomes greater with every change of what the apps of the publisher get. */
  version(publisherId: string): Promise<number>;
  app(publisherId: string, appFragment: string): Promise<App | undefined>;
  /** Fragments of the ad units of the app, in ascending order after one of them; at most a few thousand. */
  adUnitsAfter(of: OfApp, after: string): Promise<readonly string[]>;
  /** Enabled groups with ad units of the app, in ascending order of id. */
  groupVersions(of: OfApp): Promise<readonly GroupVersion[]>;
  groups(publisherId: string, versions: readonly GroupVersion[]): Promise<readonly MediationGroup[]>;
  experiments(
    publisherId: string,
    open: readonly Pick<ServedExperiment, 'groupId' | 'experimentId'>[],
  ): Promise<readonly ServedExperiment[]>;
  /** The observed prices of the last day that was counted. */
  observedPrices(publisherId: string): Promise<ObservedPrices>;
  mappings(publisherId: string, mappingIds: readonly string[]): Promise<readonly AdUnitMapping[]>;

  copy(key: CopyKey): Promise<Uint8Array | undefined>;
  /** The copy that was served last. */
  lastCopy(of: OfApp): Promise<SnapshotCopy | undefined>;
  /** Keeps a copy, also of what was served until now, and deletes the oldest copies of the app. */
  keepCopy(copy: SnapshotCopy, replaced: string | undefined, at: number): Promise<void>;
}
