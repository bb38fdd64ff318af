import { type Static, Type } from 'typebox';
import { int64, listOf, member, message, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const AdUnitRewardSettings = message('AdUnitRewardSettings', 'What a rewarded ad unit gives.', {
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
