import type { Generated } from 'kysely';
import type { WholeNumber } from '../../conventions/whole-numbers.ts';

/** Sums of counts, and of money in micros of the currency of the row. */
export interface SumColumns {
  ad_requests: WholeNumber;
  matched_requests: WholeNumber;
  impressions: WholeNumber;
  clicks: WholeNumber;
  revenue_micros: WholeNumber;
  bid_requests: WholeNumber;
  bids_in_auction: WholeNumber;
  winning_bids: WholeNumber;
}

/**
 * Tables of statistics (docs/adr/0051). Days are numbered from 1970-01-01, in the time zone of the publisher;
 * hours are the minute in which they begin, from the epoch. `metrics` are bits in the order of METRICS.
 */
export interface StatisticsTables {
  /** What one source sends about one ad source; '' if the numbers are of no ad source. */
  statistics_feed: {
    feed_no: number;
    publisher_id: string;
    source: string;
    ad_source_id: string;
    /** 1 if it replaces days, 0 if it adds. */
    settled: number;
    /** The metrics that it has ever sent. */
    metrics: number;
  };
  /** A combination of dimensions and its number. Text is empty if it is not known. */
  statistics_key: {
    publisher_id: string;
    key_no: number;
    /** 16 bytes of SHA-256 of the combination. */
    digest: Uint8Array;
    /** No row of a later day uses the combination. */
    used_until: number;
    ad_unit: string;
    app: string;
    platform: string;
    format: string;
    mediation_group: string;
    line: string;
    country: string;
    os_version: string;
    sdk_version: string;
    app_version: string;
    serving_restriction: string;
    currency: string;
  };
  statistics_hour: { feed_no: number; hour: number; key_no: number } & SumColumns;
  statistics_day: { feed_no: number; day: number; key_no: number } & SumColumns;
  statistics_slot: {
    publisher_id: string;
    experiment_id: string;
    day: number;
    slot: number;
    currency: string;
    /** Users who entered the experiment. */
    users: WholeNumber;
    ad_requests: WholeNumber;
    matched_requests: WholeNumber;
    impressions: WholeNumber;
    clicks: WholeNumber;
    revenue_micros: WholeNumber;
  };
  /** The versions of a day that are stored by name. */
  statistics_version: { publisher_id: string; day: number; dimension: string; value: string };
  /** The batches that were stored, by 16 bytes of SHA-256 of publisher, source and id. */
  statistics_batch: {
    digest: Uint8Array;
    accepted: number;
    expires_at: number;
    /** The rest is null in batches that add. */
    publisher_id: string | null;
    source: string | null;
    first_day: number | null;
    last_day: number | null;
    /** The ad sources and ad units that it replaced, in JSON. */
    scope: string | null;
  };
  /** The days, in UTC, on which a source sent something. */
  statistics_arrival: { publisher_id: string; source: string; day: number; last_at: number };
  /** The days that a source has settled for an ad source, with the metrics it gave. */
  statistics_settled: {
    publisher_id: string;
    day: number;
    ad_source_id: string;
    source: string;
    metrics: number;
  };
  /** What a publishable key sent on a day, in UTC. */
  statistics_ceiling: { key_id: string; day: number; sent: number; revenue_micros: number };
  /** The days of which a Parquet file is made, or that changed when they were old. */
  statistics_parquet: {
    publisher_id: string;
    day: number;
    /** Counts the batches that changed the day when it was old. */
    change: Generated<number>;
    /** Until then one process makes the file, in milliseconds since the epoch. */
    claimed_until: Generated<number>;
    /** Its name in the folder of the day; null if there is none of the latest change. */
    file: string | null;
    bytes: number | null;
  };
}
