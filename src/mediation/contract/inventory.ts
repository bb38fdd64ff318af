import { type Static, Type } from 'typebox';
import { AndroidAppStore, AppApprovalState, MappingState } from './enums.ts';
import { int64, listOf, mapOf, member, message, nextPageToken, oneOf, output, text } from './message.ts';

export const PublisherAccount = message('PublisherAccount', 'A publisher.', {
  name: text('accounts/{publisher_id}'),
  publisherId: text('pub- and 16 digits.'),
  reportingTimeZone: text('Time zone of reports, as in America/Los_Angeles.'),
  currencyCode: text('Currency of earnings, ISO 4217.'),
});
export type PublisherAccount = Static<typeof PublisherAccount>;

/** The member is in the singular, as in the public interface. */
export const ListPublisherAccountsResponse = message(
  'ListPublisherAccountsResponse',
  'A page of publishers.',
  { account: listOf(PublisherAccount, 'The publishers that the caller may see.'), nextPageToken },
);

const AppLinkedAppInfo = message('AppLinkedAppInfo', 'An app as an app store knows it.', {
  appStoreId: text('Id in the store: the application id on Android, a number on iOS.'),
  displayName: output(text('Output only. Name in the store, where it is known.')),
  androidAppStores: listOf(
    oneOf('App.LinkedAppInfo.AndroidAppStore', AndroidAppStore, 'A store.'),
    'Stores that an Android app is published in; Google Play when left out, ignored on iOS.',
  ),
});

const AppManualAppInfo = message('AppManualAppInfo', 'An app as the publisher names it.', {
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

const AdUnitRewardSettings = message('AdUnitRewardSettings', 'What a rewarded ad unit gives.', {
  unitAmount: int64('How much.'),
  unitType: text('Of what.'),
});

export const AdUnit = message('AdUnit', 'A place in an app that shows ads of one format.', {
  name: text('accounts/{publisher_id}/adUnits/{ad_unit_id_fragment}, set by the server.'),
  adUnitId: text('ca-app-pub-{digits}/{ad_unit_id_fragment}, set by the server.'),
  appId: text('The app: ca-app-pub-{digits}~{app_id_fragment}'),
  displayName: text('Name to show, at most 80 characters.'),
  adFormat: text('Ad format, such as BANNER; BANNER_INTERSTITIAL cannot be created any more.'),
  adTypes: listOf(Type.String(), 'RICH_MEDIA, VIDEO; all that the format allows when left out.'),
  rewardSettings: member(AdUnitRewardSettings, 'Only of the format REWARDED.'),
});
export type AdUnit = Static<typeof AdUnit>;

export const ListAdUnitsResponse = message('ListAdUnitsResponse', 'A page of ad units.', {
  adUnits: listOf(AdUnit, 'The ad units, in ascending order of id.'),
  nextPageToken,
});

export const AdUnitMapping = message(
  'AdUnitMapping',
  'What an ad unit needs to request ads of a third-party network.',
  {
    name: text(
      'accounts/{publisher_id}/adUnits/{ad_unit_id_fragment}/adUnitMappings/{ad_unit_mapping_id}, set by the server. In a request any other text counts as displayName.',
    ),
    adapterId: int64('The adapter; it decides which settings there are.'),
    displayName: text('Name of the mapping, at most 255 characters.'),
    adUnitConfigurations: mapOf(
      Type.String(),
      'Values of the settings by adapterConfigMetadataId: at most 64, of at most 4096 characters each.',
    ),
    state: output(oneOf('AdUnitMapping.State', MappingState, 'Output only.')),
  },
);
export type AdUnitMapping = Static<typeof AdUnitMapping>;

export const ListAdUnitMappingsResponse = message('ListAdUnitMappingsResponse', 'A page of mappings.', {
  adUnitMappings: listOf(AdUnitMapping, 'The mappings of the ad unit, in ascending order of id.'),
  nextPageToken,
});

const CreateAdUnitMappingRequest = message('CreateAdUnitMappingRequest', 'One mapping of a batch.', {
  parent: text('The ad unit: accounts/{publisher_id}/adUnits/{ad_unit_id_fragment}'),
  adUnitMapping: member(AdUnitMapping, 'The mapping to create.'),
});

export const BatchCreateAdUnitMappingsRequest = message(
  'BatchCreateAdUnitMappingsRequest',
  'Mappings to create, all of them or none.',
  { requests: listOf(CreateAdUnitMappingRequest, 'At most 100.') },
);

export const BatchCreateAdUnitMappingsResponse = message(
  'BatchCreateAdUnitMappingsResponse',
  'The created mappings.',
  { adUnitMappings: listOf(AdUnitMapping, 'In the order of the requests.') },
);
