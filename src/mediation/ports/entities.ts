import type { MediationAbExperimentAnalysis } from '../contract/index.ts';
import type { Kept } from '../experiment/analysis/course.ts';
import type { Leader } from '../experiment/analysis/variant-leader.ts';

/** All times are milliseconds since the Unix epoch. `revision` counts the changes of a row. */
export interface Publisher {
  /** `pub-` and 16 digits. */
  readonly publisherId: string;
  readonly displayName: string;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** IANA time zone. */
  readonly reportingTimeZone: string;
  readonly createdAt: number;
}

export type Platform = 'ANDROID' | 'IOS';
export type AdFormat =
  | 'APP_OPEN'
  | 'BANNER'
  | 'BANNER_INTERSTITIAL'
  | 'INTERSTITIAL'
  | 'NATIVE'
  | 'REWARDED'
  | 'REWARDED_INTERSTITIAL';

export interface App {
  readonly publisherId: string;
  /** The last 10 digits of the app id. */
  readonly fragment: string;
  readonly platform: Platform;
  readonly linked?: { readonly appStoreId: string; readonly androidAppStores: readonly string[] };
  /** Name that the user entered; absent for an app that is only identified by its store. */
  readonly displayName?: string;
  readonly createdAt: number;
}

export interface AdUnit {
  readonly publisherId: string;
  /** The last 10 digits of the ad unit id. */
  readonly fragment: string;
  readonly appFragment: string;
  readonly displayName: string;
  readonly format: AdFormat;
  readonly adTypes: readonly string[];
  readonly reward?: { readonly unitAmount: string; readonly unitType: string };
  readonly createdAt: number;
}

/**
 * The settings with which an ad unit requests ads from a third-party network, through one adapter. They never
 * change.
 */
export interface AdUnitMapping {
  readonly publisherId: string;
  readonly fragment: string;
  readonly mappingId: string;
  readonly displayName?: string;
  readonly adapterId: string;
  /** Values by config metadata id. */
  readonly configurations: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

export interface Targeting {
  readonly platform: Platform;
  readonly format: AdFormat;
  readonly adUnitIds: readonly string[];
  /** CLDR regions; an empty list means all regions. */
  readonly targetedRegionCodes: readonly string[];
  readonly excludedRegionCodes: readonly string[];
  readonly idfaTargeting?: 'ALL' | 'AVAILABLE' | 'NOT_AVAILABLE';
}

export type Variant = 'ORIGINAL' | 'VARIANT_A' | 'VARIANT_B';

export interface MediationGroupLine {
  /** 16 digits, or the placeholder of the request until the line has an id. */
  readonly lineId: string;
  readonly displayName: string;
  /** A decimal number that may exceed int64. */
  readonly adSourceId: string;
  readonly cpmMode: 'LIVE' | 'MANUAL';
  /** US dollar micros; absent for a LIVE line. */
  readonly cpmMicros?: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Resource names of mappings by ad unit id. */
  readonly adUnitMappings: Readonly<Record<string, string>>;
  readonly variant: Variant;
}

export interface MediationGroup {
  readonly publisherId: string;
  readonly groupId: string;
  readonly revision: number;
  readonly displayName: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly targeting: Targeting;
  /** The lines in the order in which they were added. */
  readonly lines: readonly MediationGroupLine[];
  /** The experiment that has not been stopped yet. From `endsAt` on it has ended and waits for a decision. */
  readonly openExperiment?: { readonly experimentId: string; readonly endsAt: number };
  /** From 1 on; of the groups that apply to a request the smallest comes first, those without one last. */
  readonly priority?: number;
  /** An archived group does not serve. */
  readonly archivedAt?: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface MediationAbExperiment {
  readonly publisherId: string;
  readonly groupId: string;
  readonly experimentId: string;
  readonly revision: number;
  readonly displayName?: string;
  readonly treatmentTrafficPercentage: number;
  readonly startedAt: number;
  /** The time at which the experiment ended or will end automatically. */
  readonly endsAt: number;
  readonly stopped?: { readonly at: number; readonly choice: 'VARIANT_A' | 'VARIANT_B' };
  /**
   * The lines of both variants: those of the group while the experiment is open, and a copy of them after the
   * stop.
   */
  readonly lines: readonly MediationGroupLine[];
  /** Revision of the group that contains these lines; 0 after the stop. */
  readonly linesRevision: number;
  /** Users until the decision, as expected at the start. The bounds are narrowest at this number. */
  readonly expectedUsers?: number;
  /** The last daily look at the statistics. */
  readonly look?: ExperimentLook;
}

/** What a look at the statistics of an experiment found. A later look replaces it. */
export interface ExperimentLook {
  /** The last day that counts, as its number from 1970-01-01. */
  readonly day: number;
  readonly leader: Leader;
  /** For the next look. */
  readonly kept: Kept;
  readonly analysis: MediationAbExperimentAnalysis;
}

/** An experiment that was not stopped, and the day of its last look. */
export interface OpenExperiment {
  readonly publisherId: string;
  readonly groupId: string;
  readonly experimentId: string;
  readonly startedAt: number;
  readonly endsAt: number;
  readonly lookedDay?: number;
}

/**
 * By a publishable key, anybody can read the configuration of an app and report its statistics, and nothing else. It
 * is part of the app, so it is not secret.
 */
export interface ServingKey {
  /** `pk_` and 24 letters and digits. */
  readonly key: string;
  readonly publisherId: string;
  readonly appFragment: string;
  readonly displayName?: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly revokedAt?: number;
}
