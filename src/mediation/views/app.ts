import type { App as AppView } from '../contract/index.ts';
import { appId, appName } from '../names.ts';
import type { App } from '../ports/entities.ts';

type Stores = NonNullable<NonNullable<AppView['linkedAppInfo']>['androidAppStores']>;

export function appView({ publisherId, fragment, platform, linked, displayName }: App): AppView {
  return {
    name: appName(publisherId, fragment),
    appId: appId(publisherId, fragment),
    platform,
    ...(linked && {
      linkedAppInfo: {
        appStoreId: linked.appStoreId,
        ...(linked.androidAppStores.length > 0 && {
          androidAppStores: [...linked.androidAppStores] as Stores,
        }),
      },
    }),
    ...(displayName !== undefined && { manualAppInfo: { displayName } }),
    // Nothing that a review would be about happens here.
    appApprovalState: 'APPROVED',
  };
}
