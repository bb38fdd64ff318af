import type { LogReader, LogWriter } from '../../audit/ports/log.ts';
import type {
  AdUnit,
  AdUnitMapping,
  App,
  MediationAbExperiment,
  MediationGroup,
  Publisher,
} from './entities.ts';

/**
 * The store of the panel's state. `write` is one transaction: either all of the callback's changes are durable before
 * the promise resolves, or none. A callback may run again after a serialization conflict, so it must have no side
 * effects.
 */
export interface MediationStore {
  read<T>(use: (reader: MediationReader) => Promise<T>): Promise<T>;
  /**
   * All that is read was stored at one moment; in `read`, each statement sees a later one. For what compares several rows.
   * The callback may be run again, and awaits nothing but the reader.
   */
  snapshot<T>(use: (reader: MediationReader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: MediationWriter) => Promise<T>): Promise<T>;
}

export interface Page {
  /** At most this many rows, in ascending order of id. */
  readonly size: number;
  /** Rows after this id. */
  readonly after?: string;
}

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** The next page is after this id; absent when there is none. A page may be short, even empty (AIP-158). */
  readonly next?: string;
}

/** Members of a group that lists are filtered by. */
export type GroupTerm =
  | 'groupId'
  | 'displayName'
  | 'state'
  | 'platform'
  | 'format'
  | 'adSourceId'
  | 'adUnitFragment'
  /** A group matches by the ad units of the app that it targets. */
  | 'appFragment'
  | 'regionCode';

/** True of a group that has one of the values. */
export interface GroupCondition {
  readonly term: GroupTerm;
  readonly values: readonly string[];
}

export interface MediationReader extends LogReader {
  publisher(publisherId: string): Promise<Publisher | undefined>;
  publishers(publisherIds: readonly string[]): Promise<readonly Publisher[]>;
  listPublishers(page: Page, among?: readonly string[]): Promise<PageOf<Publisher>>;

  apps(publisherId: string, fragments: readonly string[]): Promise<readonly App[]>;
  listApps(publisherId: string, page: Page): Promise<PageOf<App>>;

  adUnits(publisherId: string, fragments: readonly string[]): Promise<readonly AdUnit[]>;
  listAdUnits(publisherId: string, page: Page): Promise<PageOf<AdUnit>>;

  mappings(publisherId: string, mappingIds: readonly string[]): Promise<readonly AdUnitMapping[]>;
  /** `displayNames`: only mappings with one of them. */
  listMappings(
    publisherId: string,
    fragment: string,
    page: Page,
    displayNames?: readonly string[],
  ): Promise<PageOf<AdUnitMapping>>;

  group(publisherId: string, groupId: string): Promise<MediationGroup | undefined>;
  /** Groups that meet all conditions. */
  listGroups(
    publisherId: string,
    page: Page,
    conditions: readonly GroupCondition[],
  ): Promise<PageOf<MediationGroup>>;

  experiment(
    publisherId: string,
    groupId: string,
    experimentId: string,
  ): Promise<MediationAbExperiment | undefined>;
  listExperiments(publisherId: string, groupId: string, page: Page): Promise<PageOf<MediationAbExperiment>>;
}

/**
 * Inserts throw ConflictError when an id is taken. Updates name the revision that was read; they throw
 * ConflictError when the row has another one by now, and count it up.
 */
export interface MediationWriter extends MediationReader, LogWriter {
  insertPublisher(publisher: Publisher): Promise<void>;
  insertApp(app: App): Promise<void>;
  insertAdUnit(adUnit: AdUnit): Promise<void>;
  insertMappings(mappings: readonly AdUnitMapping[]): Promise<void>;
  insertGroup(group: MediationGroup): Promise<void>;
  updateGroup(before: MediationGroup, after: MediationGroup): Promise<void>;
  insertExperiment(experiment: MediationAbExperiment): Promise<void>;
  updateExperiment(experiment: MediationAbExperiment): Promise<void>;
}
