import { useMessages } from '../../messages/index.ts';
import { useCatalogue, useInventory } from '../data.ts';
import { lastPart, needsMapping, type Place } from '../model/matrix.ts';

/** Names of ad units, apps and ad sources by id; the id itself until its name is read. */
export function useLabels() {
  const { mediation } = useMessages();
  const { data: inventory } = useInventory();
  const { data: known } = useCatalogue();
  const apps = new Map(inventory?.apps.map((app) => [app.appId ?? '', app]));
  const units = new Map(inventory?.units.map((unit) => [unit.adUnitId ?? '', unit]));
  const titles = new Map(known?.sources.map(({ adSourceId, title }) => [adSourceId, title]));
  const adapters = new Map(known?.sources.map((source) => [source.adSourceId, source.adapters]));
  const app = (appId = '') => {
    const found = apps.get(appId);
    return (
      found?.manualAppInfo?.displayName ??
      found?.linkedAppInfo?.displayName ??
      found?.linkedAppInfo?.appStoreId ??
      lastPart(appId)
    );
  };
  const unit = (adUnitId: string) => {
    const found = units.get(adUnitId);
    if (found) return `${app(found.appId)} › ${found.displayName ?? lastPart(adUnitId)}`;
    return inventory ? `${lastPart(adUnitId)} (${mediation.words.unknownUnit})` : lastPart(adUnitId);
  };
  return {
    app,
    unit,
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
