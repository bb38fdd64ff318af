import { lastSegment } from '../../../conventions/last-segment.ts';
import type { AdUnit, App } from '../../../mediation/contract/index.ts';
import { pick } from './pick.ts';

export const appTitle = ({ manualAppInfo, linkedAppInfo, appId = '' }: App): string =>
  manualAppInfo?.displayName ?? linkedAppInfo?.displayName ?? linkedAppInfo?.appStoreId ?? appId;

export function pickApp(apps: readonly App[], wanted: string): App {
  return pick(apps, wanted, {
    what: 'app',
    ids: ({ appId, name, linkedAppInfo }) => [
      appId,
      name,
      name && lastSegment(name),
      linkedAppInfo?.appStoreId,
    ],
    names: (app) => [appTitle(app)],
    tell: (app) => `${app.appId}  ${appTitle(app)} (${app.platform})`,
  });
}

/** Apps and ad units of the account. */
export interface Inventory {
  readonly apps: readonly App[];
  readonly adUnits: readonly AdUnit[];
}

const appOf = ({ apps }: Inventory, { appId }: AdUnit) => apps.find((app) => app.appId === appId);

/** `Acme Racing/Start`, which tells the ad units of several apps apart. */
export function unitTitle(inventory: Inventory, adUnit: AdUnit): string {
  const app = appOf(inventory, adUnit);
  return app === undefined ? (adUnit.displayName ?? '') : `${appTitle(app)}/${adUnit.displayName}`;
}

const FULL_ID = /^ca-app-pub-\d+\/\d+$/;

/** Names of the ad units by full id. */
export const unitNames = (inventory: Inventory): ReadonlyMap<string, string> =>
  new Map(inventory.adUnits.map((unit) => [unit.adUnitId ?? '', unitTitle(inventory, unit)]));

/** The full id of an ad unit. A full id need not be in the inventory: the server decides. @throws UsageError */
export function adUnitId(inventory: Inventory, wanted: string): string {
  if (FULL_ID.test(wanted)) return wanted;
  const found = pick(inventory.adUnits, wanted, {
    what: 'ad unit',
    ids: ({ adUnitId: id, name }) => [id, name, name && lastSegment(name)],
    names: (unit) => [unit.displayName, unitTitle(inventory, unit)],
    tell: (unit) =>
      `${unit.adUnitId}  ${unitTitle(inventory, unit)} (${appOf(inventory, unit)?.platform ?? '?'})`,
  });
  return found.adUnitId ?? '';
}
