import type { SnapshotLine } from '../../resolve/index.ts';
import { canServe } from '../enum-values.ts';
import { LIVE_CPM_MICROS } from '../group/lines.ts';
import type { Adapter, AdSource, Catalogue } from '../ports/catalogue.ts';
import type { AdUnitMapping, MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import type { ObservedPrices } from '../ports/serving.ts';

type Configuration = SnapshotLine['configuration'];

/**
 * Only settings that the catalogue knows are sent: a value whose setting was removed may have been a secret.
 */
function configurationOf(adapter: Adapter, { configurations }: AdUnitMapping): Configuration {
  return Object.fromEntries(
    adapter.configMetadata.flatMap(({ id, label, withhold }) => {
      const value = configurations[id];
      return value === undefined || withhold ? [] : [[id, { label, value }] as const];
    }),
  );
}

interface Way {
  readonly adapter?: Adapter;
  readonly configuration: Configuration;
}

/** How ads are requested from a source that needs no mapping; undefined if the source needs one. */
function wayWithoutMapping({ kind, adapters }: AdSource, { targeting }: MediationGroup): Way | undefined {
  if (kind === 'NETWORK' || adapters.length === 0) return { configuration: {} };
  const adapter = adapters.find(
    ({ platform, formats, configMetadata }) =>
      configMetadata.length === 0 && platform === targeting.platform && canServe(formats, targeting.format),
  );
  return adapter && { adapter, configuration: {} };
}

function wayBy(mapping: AdUnitMapping, source: AdSource, { targeting }: MediationGroup): Way | undefined {
  const adapter = source.adapters.find(({ adapterId }) => adapterId === mapping.adapterId);
  if (adapter?.platform !== targeting.platform) return undefined;
  return { adapter, configuration: configurationOf(adapter, mapping) };
}

export interface LineContext {
  readonly prices: ObservedPrices;
  readonly catalogue: Catalogue;
  readonly mappings: ReadonlyMap<string, AdUnitMapping>;
  readonly loadTimeoutMs?: number;
}

/**
 * A line in the form that an app gets for an ad unit; undefined if it is disabled or cannot serve the ad
 * unit.
 */
export function snapshotLine(
  { lineId, adSourceId, state, cpmMode, cpmMicros = LIVE_CPM_MICROS, adUnitMappings }: MediationGroupLine,
  group: MediationGroup,
  adUnitId: string,
  { catalogue, mappings, prices, loadTimeoutMs }: LineContext,
): readonly SnapshotLine[] {
  const source = catalogue.adSource(adSourceId);
  if (state !== 'ENABLED' || !source) return [];
  const name = Object.hasOwn(adUnitMappings, adUnitId) ? adUnitMappings[adUnitId] : undefined;
  const mapping = name === undefined ? undefined : mappings.get(name);
  const way = mapping ? wayBy(mapping, source, group) : wayWithoutMapping(source, group);
  if (!way) return [];
  const { adapter, configuration } = way;
  const observed = cpmMode === 'LIVE' && Object.hasOwn(prices, lineId) ? prices[lineId] : undefined;
  return [
    {
      id: lineId,
      adSourceId,
      kind: source.kind,
      cpmMicros,
      ...(observed && { countryCpmMicros: observed }),
      ...(adapter && {
        adapter: {
          id: adapter.adapterId,
          ...(adapter.className !== undefined && { className: adapter.className }),
        },
      }),
      configuration,
      ...(loadTimeoutMs !== undefined && { loadTimeoutMs }),
    },
  ];
}
