import type { LoggedEntry } from '../../audit/entry.ts';
import type { LogReader, LogWriter } from '../../audit/ports/log.ts';
import type { Store } from '../../conventions/store.ts';
import type {
  AdUnit,
  AdUnitMapping,
  App,
  ExperimentLook,
  MediationAbExperiment,
  MediationGroup,
  OpenExperiment,
  Publisher,
  ServingKey,
} from './entities.ts';
import type { PricesOfDay } from './serving.ts';

/** The state of the panel. */
export type MediationStore = Store<MediationReader, MediationWriter>;

export interface Page {
  /** At most this many rows, in ascending order of id. */
  readonly size: number;
  /** Rows after this id. */
  readonly after?: string;
}

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /**
   * The next page begins after this id; absent if there is none. A page may be short or even empty (AIP-158).
   */
  readonly next?: string;
}

/** Members of a group by which lists can be filtered. */
export type GroupTerm =
  | 'groupId'
  | 'displayName'
  | 'state'
  | 'platform'
  | 'format'
  | 'adSourceId'
  | 'adUnitFragment'
  /** Matches groups whose ad units belong to this app. */
  | 'appFragment'
  | 'regionCode';

/** Matches groups that have one of the values. */
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

  servingKey(key: string): Promise<ServingKey | undefined>;
  /** In ascending order of key, with those that are revoked. */
  listServingKeys(publisherId: string, appFragment: string, page: Page): Promise<PageOf<ServingKey>>;
  /** The number of keys of the app that are not revoked. */
  countServingKeys(publisherId: string, appFragment: string): Promise<number>;

  adUnits(publisherId: string, fragments: readonly string[]): Promise<readonly AdUnit[]>;
  listAdUnits(publisherId: string, page: Page): Promise<PageOf<AdUnit>>;

  mappings(publisherId: string, mappingIds: readonly string[]): Promise<readonly AdUnitMapping[]>;
  /** `displayNames`: only mappings with one of these names. */
  listMappings(
    publisherId: string,
    fragment: string,
    page: Page,
    displayNames?: readonly string[],
  ): Promise<PageOf<AdUnitMapping>>;

  /** Mappings of all ad units. */
  listAllMappings(publisherId: string, page: Page): Promise<PageOf<AdUnitMapping>>;

  /** The groups of lines, also of lines that were removed. */
  lineGroups(
    publisherId: string,
    lineIds: readonly string[],
  ): Promise<readonly { readonly lineId: string; readonly groupId: string }[]>;
  /** Names of groups with this id, which is unique in one account alone. */
  groupNames(groupId: string, most: number): Promise<readonly string[]>;
  group(publisherId: string, groupId: string): Promise<MediationGroup | undefined>;
  /** Groups that meet all conditions; archived ones only on request. */
  listGroups(
    publisherId: string,
    page: Page,
    conditions: readonly GroupCondition[],
    withArchived?: boolean,
  ): Promise<PageOf<MediationGroup>>;
  /** Audit log entries of a group, the last one first; `until`: only of changes at this time or earlier. */
  listGroupEntries(name: string, page: Page, until?: number): Promise<PageOf<LoggedEntry>>;
  /** The entry of the change that made a revision; undefined if the audit log does not have its content. */
  groupEntry(name: string, revision: number): Promise<LoggedEntry | undefined>;

  experiment(
    publisherId: string,
    groupId: string,
    experimentId: string,
  ): Promise<MediationAbExperiment | undefined>;
  listExperiments(publisherId: string, groupId: string, page: Page): Promise<PageOf<MediationAbExperiment>>;
  /** Experiments of all publishers that were not stopped, after `after`. */
  openExperiments(most: number, after?: OpenExperiment): Promise<readonly OpenExperiment[]>;
  /** Publishers with statistics after `after`, and the last day whose prices are kept. */
  countedPublishers(most: number, after: string): Promise<readonly CountedPublisher[]>;
}

export interface CountedPublisher {
  readonly publisher: Publisher;
  readonly pricedDay?: number;
}

/**
 * Inserts throw ConflictError if an id is already taken. Updates name the revision that was read, throw
 * ConflictError if the row has another one by now, and increment it.
 */
export interface MediationWriter extends MediationReader, LogWriter {
  insertPublisher(publisher: Publisher): Promise<void>;
  insertApp(app: App): Promise<void>;
  insertServingKey(key: ServingKey): Promise<void>;
  updateServingKey(key: ServingKey): Promise<void>;
  insertAdUnit(adUnit: AdUnit): Promise<void>;
  insertMappings(mappings: readonly AdUnitMapping[]): Promise<void>;
  insertGroup(group: MediationGroup): Promise<void>;
  /** `returning`: ids of lines that the group had earlier; other new lines need ids that were never used. */
  updateGroup(before: MediationGroup, after: MediationGroup, returning?: ReadonlySet<string>): Promise<void>;
  insertExperiment(experiment: MediationAbExperiment): Promise<void>;
  updateExperiment(experiment: MediationAbExperiment): Promise<void>;
  /** Not a change of the experiment. False if it was stopped, or has a look of this day or a later one. */
  keepLook(experiment: OpenExperiment, look: ExperimentLook): Promise<boolean>;
  /** Counts as a change of what apps get, if the prices are others. False if those of the day are kept already. */
  keepPrices(prices: PricesOfDay): Promise<boolean>;
}
