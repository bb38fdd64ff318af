import type { Adapter, AdSource, AdUnit, AdUnitMapping, App } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import type { MediationSession } from '../../connection.ts';
import type { Inventory } from '../../find/inventory.ts';
import { pick } from '../../find/pick.ts';
import { pickSource } from '../../find/sources.ts';

interface RequestedMapping {
  /** Full id. */
  readonly unit: string;
  /** Title or id of the ad source. */
  readonly source: string;
  /** Id of the adapter, if the source has several for the platform. */
  readonly adapter?: string | undefined;
  readonly name?: string | undefined;
  /** By label or id of the setting. */
  readonly values: ReadonlyMap<string, string>;
}

/** What mappings are made from; adapters are read once per source. */
export interface Materials {
  readonly inventory: Inventory;
  readonly sources: readonly AdSource[];
  adapters(source: AdSource): Promise<readonly Adapter[]>;
}

export async function materialsOf(session: MediationSession): Promise<Materials> {
  const known = new Map<string, Promise<readonly Adapter[]>>();
  return {
    inventory: await session.live.inventory(),
    sources: await session.live.adSources(),
    adapters({ adSourceId = '' }) {
      const adapters = known.get(adSourceId) ?? session.live.adapters(adSourceId);
      known.set(adSourceId, adapters);
      return adapters;
    },
  };
}

function platformOf({ apps, adUnits }: Inventory, id: string): string | undefined {
  const unit: AdUnit | undefined = adUnits.find(({ adUnitId }) => adUnitId === id);
  const app: App | undefined = apps.find(({ appId }) => appId === unit?.appId);
  return app?.platform;
}

async function adapterOf(
  materials: Materials,
  { unit, source: wanted, adapter }: RequestedMapping,
): Promise<Adapter> {
  const source = pickSource(materials.sources, wanted);
  const platform = platformOf(materials.inventory, unit);
  const all = await materials.adapters(source);
  const fitting = all.filter((one) => platform === undefined || one.platform === platform);
  if (adapter === undefined && fitting.length === 1 && fitting[0]) return fitting[0];
  if (all.length === 0) throw new UsageError(`${source.title} needs no mapping`);
  if (fitting.length === 0) throw new UsageError(`${source.title} has no adapter for ${platform}`);
  if (adapter === undefined) {
    const listed = fitting.map(({ adapterId, title }) => `\n  ${adapterId}  ${title}`).join('');
    throw new UsageError(`${source.title} has several adapters; name one with --adapter:${listed}`);
  }
  return pick(fitting, adapter, {
    what: 'adapter',
    ids: ({ adapterId }) => [adapterId],
    names: ({ title, platform: of }) => [title, of],
    tell: ({ adapterId, title }) => `${adapterId}  ${title}`,
  });
}

/** Settings by their ids. @throws UsageError about unknown labels and missing values */
function configurationsOf(
  { adapterConfigMetadata = [], title }: Adapter,
  values: RequestedMapping['values'],
) {
  const settings = adapterConfigMetadata;
  const set: Record<string, string> = {};
  for (const [label, value] of values) {
    const found = pick(settings, label, {
      what: `setting of ${title}`,
      ids: ({ adapterConfigMetadataId }) => [adapterConfigMetadataId],
      names: ({ adapterConfigMetadataLabel }) => [adapterConfigMetadataLabel],
      tell: ({ adapterConfigMetadataLabel = '' }) => adapterConfigMetadataLabel,
    });
    set[found.adapterConfigMetadataId ?? ''] = value;
  }
  const missing = settings.filter(
    ({ adapterConfigMetadataId = '', isRequired }) => isRequired && !(adapterConfigMetadataId in set),
  );
  if (missing.length > 0) {
    const labels = missing.map(({ adapterConfigMetadataLabel }) => adapterConfigMetadataLabel).join(', ');
    throw new UsageError(`${title} needs a value for ${labels}`);
  }
  return set;
}

export async function newMapping(materials: Materials, wanted: RequestedMapping): Promise<AdUnitMapping> {
  const adapter = await adapterOf(materials, wanted);
  const adUnitConfigurations = configurationsOf(adapter, wanted.values);
  return {
    adapterId: adapter.adapterId ?? '',
    ...(wanted.name && { displayName: wanted.name }),
    ...(Object.keys(adUnitConfigurations).length > 0 && { adUnitConfigurations }),
  };
}
