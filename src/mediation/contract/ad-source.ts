import type { Static } from 'typebox';
import { listOf, message, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const AdSource = message('AdSource', 'A network, or an auction, that ads come from.', {
  name: text('accounts/{publisher_id}/adSources/{ad_source_id}'),
  adSourceId: text('Decimal digits; may exceed 64 bits.'),
  title: text('Name to show.'),
});
export type AdSource = Static<typeof AdSource>;

export const ListAdSourcesResponse = message('ListAdSourcesResponse', 'A page of ad sources.', {
  adSources: listOf(AdSource, 'The ad sources, in ascending order of id.'),
  nextPageToken,
});
