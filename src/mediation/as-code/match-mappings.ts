import { sameJson } from '../../conventions/json.ts';
import { lastSegment } from '../../conventions/last-segment.ts';
import type { AdUnitMapping } from '../contract/index.ts';
import { adapterOf, adapterParts, settingIdOf, sourceIdOf } from './catalogue.ts';
import type { Configuration, MappingEntry } from './configuration.ts';
import type { Live } from './live-configuration.ts';
import { type LockScope, lockedMapping } from './lock.ts';

/** What a mapping has to be on the server. Contains secrets. */
export interface WantedMapping {
  readonly key: string;
  readonly adUnitId: string;
  readonly adapterId: string;
  readonly displayName: string;
  readonly configurations: Readonly<Record<string, string>>;
}

export interface MappingMatch {
  readonly key: string;
  readonly entry: MappingEntry;
  /**
   * `adopt`: one that the lock file does not know is the same. `replace`: the locked one differs, and mappings cannot be
   * changed.
   */
  readonly action: 'none' | 'adopt' | 'create' | 'replace';
  /** Resource name, if it exists. */
  readonly name?: string;
  /** Resource name of the one that it takes the place of. */
  readonly orphan?: string;
}

/** The text of a setting, from the file or from where the file says. */
export type Secrets = (mappingKey: string, setting: string) => string;

const sourceTextOf = ({ adapter }: MappingEntry) => adapterParts(adapter)[0];

/** @throws NameProblem */
export function wantedMappings(
  { adUnits, mappings }: Configuration,
  { sources, adapters }: Live,
  secrets: Secrets,
): ReadonlyMap<string, WantedMapping> {
  return new Map(
    [...mappings].map(([key, entry]) => {
      const adapter = adapterOf(adapters.get(sourceIdOf(sources, sourceTextOf(entry))) ?? [], entry.adapter);
      const configurations = [...entry.values.keys()].map((setting): [string, string] => [
        settingIdOf(adapter, setting),
        secrets(key, setting),
      ]);
      return [
        key,
        {
          key,
          adUnitId: adUnits.get(entry.adUnit) ?? '',
          adapterId: adapter.adapterId ?? '',
          displayName: entry.name ?? key,
          configurations: Object.fromEntries(configurations),
        },
      ];
    }),
  );
}

/** Ids of the ad sources whose adapters the mappings of a file need. @throws NameProblem */
export const sourcesOfMappings = ({ mappings }: Configuration, { sources }: Pick<Live, 'sources'>) =>
  new Set([...mappings.values()].map((entry) => sourceIdOf(sources, sourceTextOf(entry))));

/** `accounts/…/adUnits/1111111111/adUnitMappings/1` is of the ad unit `ca-app-pub-…/1111111111`. */
function isOfUnit({ name = '' }: AdUnitMapping, adUnitId: string): boolean {
  const fragment = lastSegment(adUnitId);
  return name.includes(`/adUnits/${fragment}/`);
}

function isSame(mapping: AdUnitMapping, wanted: WantedMapping, isNamed: boolean): boolean {
  return (
    isOfUnit(mapping, wanted.adUnitId) &&
    mapping.adapterId === wanted.adapterId &&
    sameJson(mapping.adUnitConfigurations ?? {}, wanted.configurations) &&
    (!isNamed || mapping.displayName === wanted.displayName)
  );
}

/** Finds the mappings of a file on the server: those of the lock file, else equal ones, each once. */
export function matchMappings(
  { mappings }: Configuration,
  wanted: ReadonlyMap<string, WantedMapping>,
  live: readonly AdUnitMapping[],
  scope: LockScope,
): readonly MappingMatch[] {
  const byName = new Map(live.map((mapping) => [mapping.name ?? '', mapping]));
  const claimed = new Set<string>();
  const kept = new Map<string, string>();
  for (const [key, entry] of mappings) {
    const name = lockedMapping(scope, key);
    const mapping = name === undefined ? undefined : byName.get(name);
    const target = wanted.get(key);
    if (!mapping || !target || !isSame(mapping, target, entry.name !== undefined)) continue;
    kept.set(key, name ?? '');
    claimed.add(name ?? '');
  }
  const lockedNames = new Set([...mappings.keys()].map((key) => lockedMapping(scope, key)));
  return [...mappings].map(([key, entry]) => {
    const own = kept.get(key);
    if (own !== undefined) return { key, entry, action: 'none', name: own };
    const target = wanted.get(key) as WantedMapping;
    const free = live.filter(
      (mapping) =>
        !claimed.has(mapping.name ?? '') &&
        !lockedNames.has(mapping.name ?? '') &&
        isSame(mapping, target, entry.name !== undefined),
    );
    const same = free.find(({ displayName }) => displayName === target.displayName) ?? free[0];
    const before = lockedMapping(scope, key);
    const orphan = before !== undefined && byName.has(before) ? { orphan: before } : {};
    if (!same) return { key, entry, action: 'orphan' in orphan ? 'replace' : 'create', ...orphan };
    claimed.add(same.name ?? '');
    return { key, entry, action: 'adopt', name: same.name ?? '', ...orphan };
  });
}
