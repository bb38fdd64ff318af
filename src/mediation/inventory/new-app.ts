import type { App as SentApp } from '../contract/index.ts';
import { platformOf } from '../enum-values.ts';
import type { App, Platform } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';
import { optionalName, requiredName } from '../text.ts';

const LONGEST_NAME = 80;
const LONGEST_STORE_ID = 255;

/** The name of an app that was given none. */
const UNNAMED = 'Unnamed app';

type SentLink = NonNullable<SentApp['linkedAppInfo']>;

function linked({ appStoreId, androidAppStores = [] }: SentLink, platform: Platform, violations: Violations) {
  const id = requiredName(appStoreId, 'linkedAppInfo.appStoreId', LONGEST_STORE_ID, violations);
  for (const [index, store] of androidAppStores.entries()) {
    if (!store.endsWith('_UNSPECIFIED')) continue;
    violations.add(`linkedAppInfo.androidAppStores[${index}]`, 'is not a store');
  }
  const stores = androidAppStores.length > 0 ? [...new Set(androidAppStores)] : ['GOOGLE_PLAY_APP_STORE'];
  return { appStoreId: id, androidAppStores: platform === 'ANDROID' ? stores : [] };
}

/** The app that a request asks for. */
export function newApp(
  sent: SentApp,
  violations: Violations,
): Pick<App, 'platform' | 'linked' | 'displayName'> {
  const platform = platformOf(sent.platform, 'platform', violations);
  const field = 'manualAppInfo.displayName';
  const given = optionalName(sent.manualAppInfo?.displayName, field, LONGEST_NAME, violations);
  const displayName = given ?? (sent.linkedAppInfo ? undefined : UNNAMED);
  return {
    platform,
    ...(sent.linkedAppInfo && { linked: linked(sent.linkedAppInfo, platform, violations) }),
    ...(displayName !== undefined && { displayName }),
  };
}
