/** Tables of the mediation panel. Times are milliseconds since the epoch; JSON columns hold text. */
export interface MediationTables {
  publisher: {
    publisher_id: string;
    display_name: string;
    currency_code: string;
    reporting_time_zone: string;
    created_at: number;
  };
  app: {
    publisher_id: string;
    fragment: string;
    platform: string;
    display_name: string | null;
    /** JSON: the store id and the stores. */
    linked: string | null;
    created_at: number;
  };
  ad_unit: {
    publisher_id: string;
    fragment: string;
    app_fragment: string;
    display_name: string;
    format: string;
    /** JSON array. */
    ad_types: string;
    /** JSON: amount and type. */
    reward: string | null;
    created_at: number;
  };
  ad_unit_mapping: {
    publisher_id: string;
    mapping_id: string;
    /** Fragment of the ad unit. */
    fragment: string;
    display_name: string | null;
    adapter_id: string;
    /** JSON object. */
    configurations: string;
    created_at: number;
  };
  mediation_group: {
    publisher_id: string;
    group_id: string;
    revision: number;
    display_name: string;
    state: string;
    /** JSON object. */
    targeting: string;
    /** JSON array in the order of the lines. A group is read and written as a whole. */
    lines: string;
    open_experiment_id: string | null;
    open_experiment_ends_at: number | null;
    priority: number | null;
    archived_at: number | null;
    created_at: number;
    updated_at: number;
  };
  /** The index for filters of groups: one row for each value of each term. */
  mediation_group_term: {
    publisher_id: string;
    group_id: string;
    term: string;
    value: string;
  };
  /**
   * Terms that are not in the index yet, sorted by group, so that a new group writes one page and not one for
   * each term. A term is in one of the two tables.
   */
  mediation_group_new_term: {
    publisher_id: string;
    group_id: string;
    term: string;
    value: string;
  };
  /** Line ids that were ever assigned, so that no id is used again; on SQLite new ones are terms. */
  mediation_line: {
    publisher_id: string;
    line_id: string;
    group_id: string;
  };
  mediation_ab_experiment: {
    publisher_id: string;
    group_id: string;
    experiment_id: string;
    revision: number;
    display_name: string | null;
    treatment_traffic_percentage: number;
    started_at: number;
    ends_at: number;
    stopped_at: number | null;
    choice: string | null;
    /**
     * JSON array of the lines at the time when the experiment was stopped. Until then, the group has them.
     */
    lines: string | null;
    expected_users: number | null;
    /** The number of the last day that the last look at the statistics counted. */
    looked_day: number | null;
    /** JSON: the look. */
    look: string | null;
  };
  /** What LIVE lines earned in the last days. */
  observed_price: {
    publisher_id: string;
    /** The number of the last day that was counted. */
    day: number;
    /** JSON: decimal micros by line id and region. */
    prices: string;
  };
  /** Publishable keys of apps. */
  serving_key: {
    serving_key: string;
    publisher_id: string;
    app_fragment: string;
    display_name: string | null;
    created_at: number;
    revoked_at: number | null;
    revision: number;
  };
  /** The number of changes of a publisher's configuration is the sum of its parts. */
  publisher_version: {
    publisher_id: string;
    part: number;
    version: number;
  };
  /** Copies of the snapshots that were served, by their hash. */
  served_snapshot: {
    publisher_id: string;
    app_fragment: string;
    sha256: string;
    /** JSON, compressed with gzip. */
    content: Uint8Array;
    served_at: number;
  };
}
