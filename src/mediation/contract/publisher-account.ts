import type { Static } from 'typebox';
import { listOf, message, text } from './message.ts';
import { nextPageToken } from './paging.ts';

export const PublisherAccount = message('PublisherAccount', 'A publisher.', {
  name: text('accounts/{publisher_id}'),
  publisherId: text('pub- and 16 digits.'),
  reportingTimeZone: text('Time zone of reports, as in America/Los_Angeles.'),
  currencyCode: text('Currency of earnings, ISO 4217.'),
});
export type PublisherAccount = Static<typeof PublisherAccount>;

/** The member is singular: so the public interface has it. */
export const ListPublisherAccountsResponse = message(
  'ListPublisherAccountsResponse',
  'A page of publishers.',
  { account: listOf(PublisherAccount, 'The publishers that the caller may see.'), nextPageToken },
);
