import type { AdUnit as AdUnitView } from '../contract/index.ts';
import { adUnitId, adUnitName, appId } from '../names.ts';
import type { AdUnit } from '../ports/entities.ts';

export function adUnitView(adUnit: AdUnit): AdUnitView {
  const { publisherId, fragment, appFragment, displayName, format, adTypes, reward } = adUnit;
  return {
    name: adUnitName(publisherId, fragment),
    adUnitId: adUnitId(publisherId, fragment),
    appId: appId(publisherId, appFragment),
    displayName,
    adFormat: format,
    adTypes: [...adTypes],
    ...(reward && { rewardSettings: { ...reward } }),
  };
}
