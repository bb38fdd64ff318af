import { appTitle, type Inventory, unitNames } from '../find/inventory.ts';
import type { Covers } from './import-options.ts';
import type { FileRow } from './rows.ts';

/** The ad units that a file covers, in order. */
export function coveredUnits(
  rows: readonly FileRow[],
  { adUnits }: Inventory,
  covers: Covers,
): readonly string[] {
  const units = new Set(rows.map(({ adUnitId }) => adUnitId));
  const apps = new Set(adUnits.filter(({ adUnitId = '' }) => units.has(adUnitId)).map(({ appId }) => appId));
  if (covers !== 'ad-unit')
    for (const { adUnitId = '', appId } of adUnits)
      if (covers === 'account' || apps.has(appId)) units.add(adUnitId);
  return [...units].sort();
}

/** Names in one line of text. */
const NAMED = 10;

const some = (names: readonly string[]) => {
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  return [...names.slice(0, NAMED), ...more].join(', ');
};

/** Names apps of which all ad units are covered, and the other ad units. */
export function coverageText(units: readonly string[], inventory: Inventory, covers: Covers): string {
  if (covers === 'account') return 'all ad units of the account';
  const left = new Set(units);
  const whole = inventory.apps.filter(({ appId }) => {
    const own = inventory.adUnits.filter((unit) => unit.appId === appId);
    return own.length > 0 && own.every(({ adUnitId = '' }) => left.has(adUnitId));
  });
  const apps = new Set(whole.map(({ appId }) => appId));
  for (const { adUnitId = '', appId } of inventory.adUnits) if (apps.has(appId)) left.delete(adUnitId);
  const names = unitNames(inventory);
  const named = [...left].map((id) => names.get(id) ?? id);
  return [
    ...(whole.length > 0
      ? [`${whole.length === 1 ? 'the app' : 'the apps'} ${some(whole.map(appTitle))}`]
      : []),
    ...(named.length > 0 ? [`${named.length === 1 ? 'the ad unit' : 'the ad units'} ${some(named)}`] : []),
  ].join(' and ');
}
