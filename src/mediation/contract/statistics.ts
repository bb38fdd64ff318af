import { Type } from 'typebox';
import { ROW_REASONS } from '../statistics/reasons.ts';
import { explicit, int32, int64, listOf, member, message, oneOf, text, time } from './message.ts';
import { DateRange } from './report-spec.ts';

const StatisticsRow = message(
  'StatisticsRow',
  'What happened in an hour, as numbers. Ids may have the long form of reports.',
  {
    time: time('When it happened, or the hour in which it did.'),
    adUnitId: text('`ca-app-pub-…/…`, of the inventory or of the mediation group.'),
    mediationGroupId: text('The mediation group that served the request.'),
    lineId: text('The line that was asked, and that served the ad.'),
    adSourceId: text('The ad source. It may be left out if there is a line, or for `newUsers` alone.'),
    country: text('Country of ISO 3166-1, such as DE; left out when unknown.'),
    osVersion: text('Version of the operating system, such as `iOS 13.5.1`.'),
    sdkVersion: text('Version of the ads SDK.'),
    appVersion: text('Version of the app.'),
    servingRestriction: text('How ads were restricted, such as by consent.'),
    experimentId: text('The experiment that decided on the lines.'),
    variant: oneOf(
      'StatisticsRow.Variant',
      { VARIANT_A: 'The control.', VARIANT_B: 'The treatment.' },
      'The variant of the slot.',
    ),
    slot: int32('The slot of the user in the experiment.', { minimum: 0, maximum: 999 }),
    newUsers: int64('Users who entered the experiment: each install counts once for each experiment.'),
    adRequests: int64('Requests.'),
    matchedRequests: int64('Requests that were answered with an ad.'),
    impressions: int64('Ads that were shown.'),
    clicks: int64('Clicks on ads.'),
    revenueMicros: int64('Revenue in micros of the currency.'),
    bidRequests: int64('Bids that were asked for.'),
    bidsInAuction: int64('Bids that took part in an auction.'),
    winningBids: int64('Bids that won an auction.'),
    currency: text('ISO 4217; that of the account when left out.'),
    precision: oneOf(
      'StatisticsRow.Precision',
      {
        UNKNOWN: 'Unknown.',
        ESTIMATED: 'Estimated from other impressions.',
        PUBLISHER_PROVIDED: 'The price that was configured.',
        PRECISE: 'The exact price of the impression.',
      },
      'How exact the revenue is. Rows are settled or estimated by the mode of their batch alone.',
    ),
  },
);

const ReplacedStatistics = message('ReplacedStatistics', 'What the rows of a batch replace.', {
  dateRange: member(DateRange, 'Days in the time zone of the account.'),
  adSourceIds: listOf(Type.String(), 'Ad sources; days times ad sources are at most 5000.'),
  adUnitIds: listOf(Type.String(), 'Only these ad units, at most 1000; all when left out.'),
  adUnitsFrom: text('The first ad unit id, where a day has more rows than a batch; all when left out.'),
  adUnitsBefore: text('The first ad unit id that is not replaced.'),
  continues: text(
    'The id of a stored batch that replaced the same: nothing is deleted, and the rows are added to those of that batch.',
  ),
});

export const IngestStatisticsRequest = message('IngestStatisticsRequest', 'A batch of statistics.', {
  batchId: text('Unique for each source: 1 to 64 letters, digits, `-`, `_`, `.` and `:`, such as a UUID.'),
  source: text('Who sends: a lower-case letter, then up to 31 lower-case letters, digits, `-` and `_`.'),
  mode: oneOf(
    'IngestStatisticsRequest.Mode',
    {
      ADD: 'Adds the rows; they are estimated.',
      REPLACE: 'Replaces what the source sent before; the rows are settled.',
    },
    'What to do with the rows.',
  ),
  replace: member(ReplacedStatistics, 'Required for REPLACE.'),
  rows: Type.Array(StatisticsRow, { description: 'At most 5000.', asSent: true }),
});

const RejectedStatisticsRow = message('RejectedStatisticsRow', 'A row that was left out.', {
  index: explicit(int32('Its place in the batch, from 0.', { minimum: 0, maximum: 4999 })),
  reason: oneOf('RejectedStatisticsRow.Reason', ROW_REASONS, 'Why it was left out.'),
});

export const IngestStatisticsResponse = message('IngestStatisticsResponse', 'What became of a batch.', {
  accepted: explicit(int32('Number of rows that were counted.', { minimum: 0, maximum: 5000 })),
  rejected: explicit(listOf(RejectedStatisticsRow, 'Rows that were left out, in the order of the batch.')),
  duplicate: explicit(
    Type.Boolean({
      description:
        'True if the batch had come before; then nothing changes and `accepted` is that of the first time.',
    }),
  ),
});
