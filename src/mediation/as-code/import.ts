import type { Adapter, AdSource, AdUnit, AdUnitMapping, MediationGroup } from '../contract/index.ts';
import { OWN_NETWORK_ID } from '../own-network.ts';
import { OWN_NETWORK } from './configuration.ts';
import { groupIdOf, type LiveLine, linesOf } from './live-configuration.ts';
import { type LockScope, lockedGroup } from './lock.ts';
import { dollarsOf } from './money.ts';
import type { ConfigurationFile } from './schema.ts';

export interface Imported {
  readonly sources: readonly AdSource[];
  /** By id of the ad source. */
  readonly adapters: ReadonlyMap<string, readonly Adapter[]>;
  readonly adUnits: readonly AdUnit[];
  readonly groups: readonly MediationGroup[];
  /** Those that lines name. */
  readonly mappings: readonly AdUnitMapping[];
}

/** Lower case, digits and dashes: `Start screen DACH` is start-screen-dach. */
function slug(text: string, otherwise: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const dashed = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 60);
  const trimmed = dashed.replace(/^-|-$/g, '');
  return trimmed === '' ? otherwise : trimmed;
}

/** Gives each thing a key: the one of the lock file, else one made of its name. */
class Keys {
  readonly #taken = new Set<string>();
  readonly #known: ReadonlyMap<string, string>;

  /** `known`: keys by id. */
  constructor(known: ReadonlyMap<string, string> = new Map()) {
    this.#known = known;
    for (const key of known.values()) this.#taken.add(key);
  }

  of(id: string, name: string, otherwise: string): string {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const base = slug(name, otherwise);
    let key = base;
    for (let next = 2; this.#taken.has(key); next += 1) key = `${base}-${next}`;
    this.#taken.add(key);
    return key;
  }
}

/** Keys by id, of what is still there. The key of what is gone goes to what has its name now. */
function keysById(entries: Readonly<Record<string, string>>, there: readonly string[]) {
  const ids = new Set(there);
  return new Map(Object.entries(entries).flatMap(([key, id]) => (ids.has(id) ? [[id, key]] : [])));
}

/** The title of an ad source, if no other has it. */
function sourceTexts(sources: readonly AdSource[]): (id: string) => string {
  const titles = sources.map(({ title = '' }) => title.trim().toLowerCase());
  return (id) => {
    const { title = '' } = sources.find(({ adSourceId }) => adSourceId === id) ?? {};
    if (id === OWN_NETWORK_ID) return OWN_NETWORK;
    const plain = title.trim().toLowerCase();
    const isOnly = titles.filter((one) => one === plain).length === 1 && title === title.trim();
    return isOnly && plain !== '' && plain !== OWN_NETWORK ? title : id;
  };
}

type FileGroup = ConfigurationFile['groups'][string];
type FileLine = NonNullable<FileGroup['lines']>[string];
type FileMapping = NonNullable<ConfigurationFile['mappings']>[string];

const lower = (text = '') => text.toLowerCase().replaceAll('_', '-');

interface Names {
  readonly source: (id: string) => string;
  readonly adUnit: (id: string) => string;
  readonly mapping: (name: string) => string | undefined;
}

function lineOf(line: LiveLine, names: Names): FileLine {
  const { adSourceId = '', displayName = '', cpmMode, cpmMicros = '', state, adUnitMappings = {} } = line;
  const mappings = Object.entries(adUnitMappings).flatMap(([unit, name]) => {
    const key = names.mapping(name);
    return key === undefined ? [] : [[names.adUnit(unit), key] as const];
  });
  const isWhole = mappings.length === Object.keys(adUnitMappings).length;
  const cpm = cpmMode === 'MANUAL' ? dollarsOf(cpmMicros) : cpmMode === 'LIVE' ? 'live' : undefined;
  return {
    source: names.source(adSourceId),
    ...(displayName !== '' && { name: displayName }),
    ...(cpm !== undefined && { cpm }),
    state: lower(state ?? 'ENABLED') as 'enabled',
    // The file would take away what it cannot name.
    ...(isWhole && mappings.length > 0 && { mappings: Object.fromEntries(mappings) }),
  };
}

function groupOf(group: MediationGroup, lines: Readonly<Record<string, FileLine>>, names: Names): FileGroup {
  const { displayName = '', state, priority, targeting = {} } = group;
  const { platform = '', format = '', adUnitIds = [], idfaTargeting } = targeting;
  const { targetedRegionCodes: regions = [], excludedRegionCodes: excludedRegions = [] } = targeting;
  return {
    name: displayName,
    platform: platform as FileGroup['platform'],
    format: format as FileGroup['format'],
    adUnits: adUnitIds.map(names.adUnit),
    state: lower(state ?? 'ENABLED') as 'enabled',
    ...(regions.length > 0 && { regions: [...regions] }),
    ...(excludedRegions.length > 0 && { excludedRegions: [...excludedRegions] }),
    ...(idfaTargeting && { idfa: lower(idfaTargeting) as 'all' }),
    ...(priority !== undefined && { priority }),
    lines: { ...lines },
  };
}

function mappingOf(
  mapping: AdUnitMapping,
  { sources, adapters }: Imported,
  names: Names,
  adUnit: string,
): FileMapping | undefined {
  const { adapterId = '', displayName = '', adUnitConfigurations = {} } = mapping;
  for (const { adSourceId: source = '' } of sources) {
    const all = adapters.get(source) ?? [];
    const adapter = all.find((one) => one.adapterId === adapterId);
    if (!adapter) continue;
    const settings = adapter.adapterConfigMetadata ?? [];
    const labelOf = (id: string) => {
      const { adapterConfigMetadataLabel: label = '' } =
        settings.find((one) => one.adapterConfigMetadataId === id) ?? {};
      const same = settings.filter(
        (one) => one.adapterConfigMetadataLabel?.toLowerCase() === label.toLowerCase(),
      );
      return label !== '' && same.length === 1 ? label : id;
    };
    const isOnly = all.filter(({ platform }) => platform === adapter.platform).length === 1;
    const values = Object.entries(adUnitConfigurations).map(([id, value]) => [labelOf(id), value]);
    const text = names.source(source) === OWN_NETWORK ? source : names.source(source);
    return {
      adUnit,
      adapter: `${text}/${isOnly ? adapter.platform : adapterId}`,
      ...(displayName !== '' && { name: displayName }),
      values: Object.fromEntries(values),
    };
  }
  return undefined;
}

/** Ids of everything in a lock file get the keys that they have there. */
interface ImportedFile {
  readonly file: ConfigurationFile;
  /** Ids for the lock file. */
  readonly scope: LockScope;
  /** Names of mappings whose adapter is not known any more; lines are written without them. */
  readonly left: readonly string[];
}

export function importedFile(publisher: string, imported: Imported, before: LockScope): ImportedFile {
  const unitKeys = new Keys();
  const fragment = (id: string) => id.slice(id.lastIndexOf('/') + 1);
  const units = new Map<string, string>();
  const namesOfUnits = new Map(
    imported.adUnits.map(({ adUnitId = '', displayName = '' }) => [adUnitId, displayName]),
  );
  const adUnit = (id: string) => {
    const known = units.get(id) ?? unitKeys.of(id, namesOfUnits.get(id) ?? '', `unit-${fragment(id)}`);
    units.set(id, known);
    return known;
  };
  for (const id of namesOfUnits.keys()) adUnit(id);

  const mappingNames = imported.mappings.map(({ name = '' }) => name);
  const mappingKeys = new Keys(keysById(before.mappings, mappingNames));
  const mappings = new Map<string, FileMapping>();
  const keyOfMapping = new Map<string, string>();
  const names: Names = {
    source: sourceTexts(imported.sources),
    adUnit,
    mapping: (name) => keyOfMapping.get(name),
  };
  const left: string[] = [];
  for (const mapping of imported.mappings) {
    const { name = '', displayName = '' } = mapping;
    const unit = `ca-app-${publisher}/${name.split('/')[3] ?? ''}`;
    const entry = mappingOf(mapping, imported, names, adUnit(unit));
    if (!entry) {
      left.push(name);
      continue;
    }
    const key = mappingKeys.of(name, displayName, `mapping-${fragment(name)}`);
    mappings.set(key, entry);
    keyOfMapping.set(name, key);
  }

  const knownGroups = Object.fromEntries(Object.entries(before.groups).map(([key, { id }]) => [key, id]));
  const groupKeys = new Keys(keysById(knownGroups, imported.groups.map(groupIdOf)));
  const groups: [string, FileGroup][] = [];
  const locked: LockScope['groups'] = {};
  for (const group of imported.groups) {
    const id = groupIdOf(group);
    const key = groupKeys.of(id, group.displayName ?? '', `group-${id}`);
    const earlier = Object.entries(lockedGroup(before, key)?.lines ?? {}).map(
      ([line, one]) => [line, one.id] as const,
    );
    const live = linesOf(group);
    const ids = live.map((line) => line.id);
    const lineKeys = new Keys(keysById(Object.fromEntries(earlier), ids));
    const lines = live.map((line) => ({
      line,
      key: lineKeys.of(line.id, line.displayName ?? '', 'line'),
    }));
    groups.push([
      key,
      groupOf(group, Object.fromEntries(lines.map((one) => [one.key, lineOf(one.line, names)])), names),
    ]);
    locked[key] = {
      id,
      applied: {},
      lines: Object.fromEntries(lines.map((one) => [one.key, { id: one.line.id, applied: {} }])),
    };
  }
  const adUnits = Object.fromEntries([...units].map(([id, key]) => [key, id]));
  return {
    file: {
      version: 1,
      publisher,
      adUnits,
      ...(mappings.size > 0 && { mappings: Object.fromEntries(mappings) }),
      groups: Object.fromEntries(groups),
    },
    scope: {
      mappings: Object.fromEntries([...keyOfMapping].map(([name, key]) => [key, name])),
      groups: locked,
    },
    left,
  };
}
