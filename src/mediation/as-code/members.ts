import type { MediationGroup } from '../contract/index.ts';
import type { Configuration, GroupEntry, LineEntry } from './configuration.ts';
import type { LiveLine } from './live-configuration.ts';
import { dollarsOf } from './money.ts';

/** Values of both sides in one form, so that they can be compared. */
export type Value = string | number | null | readonly string[] | Readonly<Record<string, string>>;
export type Members = ReadonlyMap<string, Value>;

const sorted = (values: readonly string[] = []) => values.toSorted();

const given = (members: Readonly<Record<string, Value | undefined>>): Members =>
  new Map(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Members of a group that the public interface cannot change. */
export const EXTENDED_MEMBERS = ['name', 'state', 'regions', 'excludedRegions', 'idfa', 'priority'];

export const wantedGroup = (entry: GroupEntry, { adUnits }: Configuration): Members =>
  given({
    name: entry.name,
    state: entry.state,
    regions: entry.regions && sorted(entry.regions),
    excludedRegions: entry.excludedRegions && sorted(entry.excludedRegions),
    idfa: entry.idfa,
    priority: entry.priority,
    adUnits: sorted(entry.adUnits.map((key) => adUnits.get(key) ?? '')),
  });

export const liveGroup = ({ displayName, state, priority, targeting = {} }: MediationGroup): Members =>
  given({
    name: displayName ?? '',
    state: state ?? 'ENABLED',
    regions: sorted(targeting.targetedRegionCodes),
    excludedRegions: sorted(targeting.excludedRegionCodes),
    idfa: targeting.idfaTargeting ?? (targeting.platform === 'IOS' ? 'ALL' : null),
    priority: priority ?? null,
    adUnits: sorted(targeting.adUnitIds),
  });

/** Resource name of the mapping of a key; a name that no server gives while it does not exist yet. */
type MappingNames = (key: string) => string;

export const wantedLine = (entry: LineEntry, { adUnits }: Configuration, names: MappingNames): Members =>
  given({
    name: entry.name,
    cpm: entry.cpm === 'live' ? 'LIVE' : entry.cpm?.micros,
    state: entry.state,
    mappings:
      entry.mappings &&
      Object.fromEntries([...entry.mappings].map(([unit, key]) => [adUnits.get(unit) ?? '', names(key)])),
  });

export const liveLine = (line: LiveLine): Members =>
  given({
    name: line.displayName ?? '',
    cpm: line.cpmMode === 'MANUAL' ? (line.cpmMicros ?? '') : (line.cpmMode ?? 'LIVE'),
    state: line.state ?? 'ENABLED',
    mappings: { ...line.adUnitMappings },
  });

/** How a value is shown to people. `keyOf` gives the key of the file for an ad unit id or the name of a mapping. */
export function shownValue(member: string, value: Value | undefined, keyOf: (id: string) => string): string {
  if (value === undefined || value === null) return '-';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (member === 'cpm') return /^\d+$/.test(value) ? dollarsOf(value) : value.toLowerCase();
    return member === 'state' || member === 'idfa' ? value.toLowerCase().replaceAll('_', '-') : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => keyOf(one)).join(', ');
  const entries = Object.entries(value).map(([unit, name]) => `${keyOf(unit)}: ${keyOf(name)}`);
  return entries.sort().join(', ') || 'none';
}
