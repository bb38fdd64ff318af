import type { AdUnit, App } from '../../../mediation/contract/index.ts';
import { UsageError } from '../../cli-errors.ts';
import { adUnitId, appTitle, type Inventory } from '../find/inventory.ts';
import { quoted } from './cell-error.ts';

/** What a row says about its ad unit. Apps of several platforms often have one name, and their ad units too. */
export interface NamedUnit {
  readonly unit: string;
  readonly app: string | undefined;
  readonly platform: string | undefined;
}

const isCalled = (app: App, wanted: string) => {
  const { appId = '', name = '', linkedAppInfo } = app;
  const ids = [appId, name, linkedAppInfo?.appStoreId];
  return ids.includes(wanted) || appTitle(app).toLowerCase() === wanted.toLowerCase();
};

/** The ad units of the app and platform of a row. @throws UsageError */
function unitsOf({ apps, adUnits }: Inventory, { app, platform }: NamedUnit): readonly AdUnit[] {
  if (app === undefined && platform === undefined) return adUnits;
  const named = app === undefined ? apps : apps.filter((each) => isCalled(each, app));
  if (named.length === 0)
    throw new UsageError(
      `there is no app ${quoted(app ?? '')}; say in a profile how it is called here, in "values": {"app": …}`,
    );
  const fitting = named.filter((each) => platform === undefined || each.platform === platform.toUpperCase());
  const ids = new Set(fitting.map(({ appId }) => appId));
  return adUnits.filter(({ appId }) => ids.has(appId));
}

const FULL_ID = /^ca-app-pub-\d+\/\d+$/;

/** Finds the full id of the ad unit of a row. Each is looked up once. @throws UsageError */
export function unitFinder(inventory: Inventory): (named: NamedUnit) => string {
  const ids = new Map<string, string>();
  return (named) => {
    const key = JSON.stringify([named.unit, named.app, named.platform]);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = FULL_ID.test(named.unit)
      ? named.unit
      : adUnitId({ ...inventory, adUnits: unitsOf(inventory, named) }, named.unit);
    ids.set(key, id);
    return id;
  };
}
