import type { App } from '../../../../src/mediation/contract/index.ts';
import { lastPart } from './matrix.ts';

/** What people call an app; without a name its id in the app store, or the end of its own id. */
export const appName = ({ appId = '', manualAppInfo, linkedAppInfo }: App): string =>
  manualAppInfo?.displayName ?? linkedAppInfo?.displayName ?? linkedAppInfo?.appStoreId ?? lastPart(appId);
