import type { Path, Position } from '../../conventions/yaml/document.ts';
import type { AdFormat, Platform } from '../ports/entities.ts';
import type { Value } from './schema.ts';

type Keyed<Entry> = ReadonlyMap<string, Entry>;

export interface MappingEntry {
  /** Key of the ad unit. */
  readonly adUnit: string;
  /** `AppLovin/ANDROID`, `AppLovin/111` */
  readonly adapter: string;
  readonly name?: string;
  /** By label or id of the setting. */
  readonly values: Keyed<Value>;
}

export type Cpm = 'live' | { readonly micros: string };

/** A line of a group. Absent members are not managed. */
export interface LineEntry {
  /** Title or id of the ad source, or `own network`. */
  readonly source: string;
  readonly name?: string;
  readonly cpm?: Cpm;
  readonly state?: 'ENABLED' | 'DISABLED';
  /** Key of a mapping by key of an ad unit. */
  readonly mappings?: Keyed<string>;
}

export const OWN_NETWORK = 'own network';

/** A group. Absent members are not managed. */
export interface GroupEntry {
  readonly name: string;
  readonly platform: Platform;
  readonly format: AdFormat;
  /** Keys of ad units. */
  readonly adUnits: readonly string[];
  readonly state?: 'ENABLED' | 'DISABLED';
  readonly regions?: readonly string[];
  readonly excludedRegions?: readonly string[];
  readonly idfa?: 'ALL' | 'AVAILABLE' | 'NOT_AVAILABLE';
  readonly priority?: number;
  readonly lines: Keyed<LineEntry>;
}

/** A finding of lint that is known and right, until a day. */
interface IgnoredFinding {
  readonly rule: string;
  readonly group?: string;
  readonly reason: string;
  /** The last day, as in 2027-01-31. */
  readonly until: string;
}

/** The mediation of one publisher as a file describes it. */
export interface Configuration {
  readonly publisher: string;
  /** Full ids of ad units. */
  readonly adUnits: Keyed<string>;
  readonly mappings: Keyed<MappingEntry>;
  readonly groups: Keyed<GroupEntry>;
  readonly ignored: readonly IgnoredFinding[];
  /** Where a member is written, such as `['groups', 'start-dach', 'lines', 'applovin-1', 'cpm']`. */
  positionOf(path: Path): Position;
}
