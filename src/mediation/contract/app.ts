import type { Static } from 'typebox';
import { AndroidAppStore, AppApprovalState } from './enums.ts';
import { listOf, member, message, oneOf, output, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const AppLinkedAppInfo = message('AppLinkedAppInfo', 'An app as an app store knows it.', {
  appStoreId: text('Id in the store: the application id on Android, a number on iOS.'),
  displayName: output(text('Output only. Name in the store, where it is known.')),
  androidAppStores: listOf(
    oneOf('App.LinkedAppInfo.AndroidAppStore', AndroidAppStore, 'A store.'),
    'Stores that an Android app is published in; Google Play when left out, ignored on iOS.',
  ),
});

export const AppManualAppInfo = message('AppManualAppInfo', 'An app as the publisher names it.', {
  displayName: text('Name to show, at most 80 characters.'),
});

export const App = message('App', 'An app on one platform.', {
  name: text('accounts/{publisher_id}/apps/{app_id_fragment}, set by the server.'),
  appId: text('ca-app-pub-{digits}~{app_id_fragment}, set by the server.'),
  platform: text('ANDROID or IOS; the case does not matter in requests.'),
  linkedAppInfo: member(AppLinkedAppInfo, 'Present if the app is linked to an app store.'),
  manualAppInfo: member(AppManualAppInfo, 'Name of an app that is not linked to an app store.'),
  appApprovalState: output(
    oneOf('App.AppApprovalState', AppApprovalState, 'Output only. APPROVED: no review takes place here.'),
  ),
});
export type App = Static<typeof App>;

export const ListAppsResponse = message('ListAppsResponse', 'A page of apps.', {
  apps: listOf(App, 'The apps, in ascending order of id.'),
  nextPageToken,
});
