/** The schema version that this code reads and writes. */
export const SCHEMA_VERSION = 1;

/**
 * The configuration of an app's ad units. It has no timestamps, so that equal configurations have equal
 * bytes.
 */
export interface Snapshot {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  /** Ad source of the service's own network. If no line serves a request, it serves alone. */
  readonly ownNetwork: string;
  /** Seconds after which an app requests the snapshot again. */
  readonly refreshSeconds: number;
  /** Address to which an app sends its statistics. */
  readonly eventUrl?: string;
  readonly batching?: Batching;
  /** The enabled groups of each ad unit id, older groups first. */
  readonly adUnits: Readonly<Record<string, readonly SnapshotGroup[]>>;
}

/** An app sends its statistics when either limit is reached. */
export interface Batching {
  readonly maxRows: number;
  readonly maxSeconds: number;
}

export type Platform = 'ANDROID' | 'IOS';

export interface SnapshotGroup {
  readonly id: string;
  /** Smaller values come first. A group without a value comes after all groups with one. */
  readonly priority?: number;
  readonly platform: Platform;
  readonly format: string;
  /** CLDR regions; an empty list means everywhere. */
  readonly regions: readonly string[];
  readonly excludedRegions: readonly string[];
  /** Absent: ALL. */
  readonly idfa?: 'ALL' | 'AVAILABLE' | 'NOT_AVAILABLE';
  /** The experiment that runs in the group. */
  readonly experiment?: SnapshotExperiment;
  /** B has lines only while an experiment runs. */
  readonly lines: { readonly A: readonly SnapshotLine[]; readonly B?: readonly SnapshotLine[] };
}

export interface SnapshotExperiment {
  readonly id: string;
  /** Makes the slots of different experiments independent. It contains no line feed. */
  readonly salt: string;
  /** Share of the units that get variant B. */
  readonly percentage: number;
}

/** NETWORK is the service's own network. */
export type LineKind = 'NETWORK' | 'BIDDING' | 'WATERFALL' | 'CUSTOM_EVENT';

/** An enabled line that can serve the ad unit. */
export interface SnapshotLine extends Line {
  readonly id: string;
  /** Micros of US dollars as a decimal text, because they may exceed 2^53. */
  readonly cpmMicros: string;
  /** Observed prices by CLDR region, for requests from there; elsewhere `cpmMicros` is the price. */
  readonly countryCpmMicros?: Readonly<Record<string, string>>;
}

export interface Line {
  /** Absent, like the price, if the own network serves without a line. */
  readonly id?: string;
  readonly adSourceId: string;
  readonly kind: LineKind;
  readonly cpmMicros?: string;
  readonly adapter?: { readonly id: string; readonly className?: string };
  /** Settings of the adapter by their ids. */
  readonly configuration: Readonly<Record<string, { readonly label: string; readonly value: string }>>;
  /** Absent: the app decides how long it waits. */
  readonly loadTimeoutMs?: number;
}
