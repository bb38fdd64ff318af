import { useMessages } from '../../messages/index.ts';
import { useCatalogue, useInventory, useMappings } from '../data.ts';
import { appName } from '../model/app-name.ts';
import { lastPart, needsMapping, type Place } from '../model/matrix.ts';
import { shownMapping } from '../model/new-mapping.ts';

/**
 * Names of ad units, apps and ad sources by id, and of the mappings of some ad units; the id itself until its name is read.
 */
export function useLabels(adUnitIds: readonly string[] = []) {
  const { mediation } = useMessages();
  const { data: inventory } = useInventory();
  const { data: known } = useCatalogue();
  const apps = new Map(inventory?.apps.map((app) => [app.appId ?? '', app]));
  const units = new Map(inventory?.units.map((unit) => [unit.adUnitId ?? '', unit]));
  const mappings = [...useMappings(adUnitIds).data.values()].flat();
  const mappingNames = new Map(mappings.map(({ name = '', displayName }) => [name, displayName]));
  const titles = new Map(known?.sources.map(({ adSourceId, title }) => [adSourceId, title]));
  const adapters = new Map(known?.sources.map((source) => [source.adSourceId, source.adapters]));
  const app = (appId = '') => appName(apps.get(appId) ?? { appId });
  const unit = (adUnitId: string) => {
    const found = units.get(adUnitId);
    if (found) return `${app(found.appId)} › ${found.displayName ?? lastPart(adUnitId)}`;
    return inventory ? `${lastPart(adUnitId)} (${mediation.words.unknownUnit})` : lastPart(adUnitId);
  };
  return {
    app,
    unit,
    mapping: (name: string) => mappingNames.get(name) || shownMapping(name),
    source: (adSourceId = '') => titles.get(adSourceId) ?? adSourceId,
    /** The name of a line that is not the first one with its name. */
    lineOfSameName: mediation.lines.sameName,
    inVariantB: mediation.lines.inVariantB,
    ownNetwork: known?.ownNetwork,
    needsMapping: (adSourceId: string, place: Place) => needsMapping(adapters.get(adSourceId) ?? [], place),
    platformOf: (appId = '') => apps.get(appId)?.platform,
  };
}
export type Labels = ReturnType<typeof useLabels>;
