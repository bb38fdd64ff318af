import { lastSegment } from '../../conventions/last-segment.ts';
import { kindOf } from '../catalogue/parse.ts';
import type {
  Adapter as AdapterView,
  AdSource as AdSourceView,
  AdUnit,
  AdUnitMapping,
  App,
  MediationGroup,
  MediationGroupLine,
} from '../contract/index.ts';
import { upperCase } from '../enum-values.ts';
import { OWN_NETWORK_ID } from '../own-network.ts';
import type { Adapter, AdSource, Catalogue } from '../ports/catalogue.ts';
import type { AdFormat, Platform, Variant } from '../ports/entities.ts';
import type { LintAdUnit, LintGroup, LintLine, LintMapping } from './model.ts';

function adapterOf(view: AdapterView, adSourceId: string): Adapter {
  const { adapterId = '', title = '', platform = '', formats = [], adapterConfigMetadata = [] } = view;
  return {
    adapterId,
    adSourceId,
    title,
    platform: upperCase(platform) as Adapter['platform'],
    formats,
    configMetadata: adapterConfigMetadata.map(
      ({ adapterConfigMetadataId: id = '', adapterConfigMetadataLabel: label = '', isRequired }) => ({
        id,
        label,
        required: isRequired ?? false,
      }),
    ),
  };
}

/** The catalogue of a server. The adapters of each ad source are by its id. */
export function catalogueFrom(
  sources: readonly AdSourceView[],
  adapters: ReadonlyMap<string, readonly AdapterView[]>,
): Catalogue {
  const adSources = sources.map(
    ({ adSourceId = '', title = '' }): AdSource => ({
      adSourceId,
      title,
      kind: kindOf({ title, adSourceId }, OWN_NETWORK_ID),
      adapters: (adapters.get(adSourceId) ?? []).map((view) => adapterOf(view, adSourceId)),
    }),
  );
  const byId = new Map(adSources.map((source) => [source.adSourceId, source]));
  const adapterById = new Map(
    adSources.flatMap((source) => source.adapters.map((adapter) => [adapter.adapterId, adapter])),
  );
  const own: AdSource = { adSourceId: OWN_NETWORK_ID, title: 'own network', kind: 'NETWORK', adapters: [] };
  return {
    adSources,
    ownNetwork: byId.get(OWN_NETWORK_ID) ?? own,
    adSource: (id) => byId.get(id),
    adapter: (id) => adapterById.get(id),
  };
}

const variantOf = ({ experimentVariant }: MediationGroupLine): Variant =>
  experimentVariant === 'VARIANT_A' || experimentVariant === 'VARIANT_B' ? experimentVariant : 'ORIGINAL';

function lineFrom(lineId: string, view: MediationGroupLine): LintLine {
  const { displayName = '', adSourceId = '', cpmMode, cpmMicros, state, adUnitMappings = {} } = view;
  const isManual = cpmMode === 'MANUAL' && cpmMicros !== undefined;
  return {
    lineId,
    displayName,
    adSourceId,
    ...(isManual ? { cpmMode: 'MANUAL', cpmMicros: String(cpmMicros) } : { cpmMode: 'LIVE' }),
    state: state === 'ENABLED' ? 'ENABLED' : 'DISABLED',
    adUnitMappings,
    variant: variantOf(view),
  };
}

/** A group of the interface, which does not tell when it was created or changed. */
export function groupFrom(view: MediationGroup): LintGroup {
  const { name = '', mediationGroupId, displayName = '', state, targeting = {}, priority } = view;
  const { platform = '', format = '', adUnitIds = [], idfaTargeting } = targeting;
  const isKnown = idfaTargeting !== undefined && idfaTargeting !== 'IDFA_TARGETING_UNSPECIFIED';
  return {
    groupId: mediationGroupId ?? lastSegment(name),
    displayName,
    state: state === 'ENABLED' ? 'ENABLED' : 'DISABLED',
    targeting: {
      platform: upperCase(platform) as Platform,
      format: format as AdFormat,
      adUnitIds,
      targetedRegionCodes: targeting.targetedRegionCodes ?? [],
      excludedRegionCodes: targeting.excludedRegionCodes ?? [],
      ...(isKnown && { idfaTargeting }),
    },
    lines: Object.entries(view.mediationGroupLines ?? {}).map(([id, line]) => lineFrom(id, line)),
    ...(priority !== undefined && { priority }),
  };
}

export const mappingFrom = (
  { name = '', adapterId = '', adUnitConfigurations = {} }: AdUnitMapping,
  adUnitId: string,
): LintMapping => ({ name, adUnitId, adapterId, configurations: adUnitConfigurations });

/** Ad units without a known app are left out. */
export function inventoryFrom(adUnits: readonly AdUnit[], apps: readonly App[]): readonly LintAdUnit[] {
  const platforms = new Map(apps.map(({ appId, platform = '' }) => [appId, upperCase(platform)]));
  return adUnits.flatMap(({ adUnitId = '', displayName = '', adFormat = '', appId }) => {
    const platform = platforms.get(appId);
    if (platform === undefined || appId === undefined) return [];
    return [{ adUnitId, appId, displayName, format: adFormat as AdFormat, platform: platform as Platform }];
  });
}
