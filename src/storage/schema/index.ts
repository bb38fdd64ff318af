import type { AccountTables } from './accounts.ts';
import type { AuditTables } from './audit.ts';
import type { IssuerTables } from './issuer.ts';
import type { MediationTables } from './mediation.ts';
import type { StatisticsTables } from './statistics.ts';

/**
 * The register of the issuer's keys: their public parts and life cycles. Private keys stay in their custody.
 */
export interface KeyTables {
  issuer_key: {
    key_id: string;
    role: string;
    stage: string;
    certificate: Uint8Array;
    created_at: number;
    changed_at: number;
  };
  key_request: {
    key_id: string;
    /** documentSigner or statusSigner. */
    role: string;
    /** PKCS#10, DER. */
    request: Uint8Array;
    created_at: number;
    discarded_at: number | null;
  };
  key_compromise: {
    key_id: string;
    revision: number;
    /** When somebody else may have used the key for the first time. */
    since: number;
    recorded_at: number;
    /** When its MSOs are counted next. */
    due_at: number | null;
    /** JSON: the counts of its MSOs. */
    progress: string;
  };
}

export type { SumColumns } from './statistics.ts';

export type Schema = AccountTables &
  AuditTables &
  IssuerTables &
  KeyTables &
  MediationTables &
  StatisticsTables;

type Columns<Table extends keyof Schema> = readonly (keyof Schema[Table] & string)[];

/** The primary key of every table. */
export const PRIMARY_KEYS: { readonly [Table in keyof Schema]: Columns<Table> } = {
  account_user: ['user_id'],
  ad_unit: ['publisher_id', 'fragment'],
  ad_unit_mapping: ['publisher_id', 'mapping_id'],
  anchor_place: ['place'],
  app: ['publisher_id', 'fragment'],
  approval: ['approval_id'],
  clock_sight: ['sight_id'],
  code_attempt: ['subject'],
  configuration_baseline: ['baseline_id'],
  console_code: ['code_id'],
  console_session: ['session_id'],
  credential: ['credential_id'],
  device: ['device_reference_id'],
  earlier_record: ['holder_id'],
  handled_request: ['entry_id'],
  holder: ['holder_id'],
  holder_key: ['holder_id'],
  holder_search: ['digest', 'holder_id'],
  issued_mso: ['key_hash'],
  issuer_key: ['key_id'],
  key_compromise: ['key_id'],
  key_request: ['key_id'],
  legal_hold: ['hold_id'],
  mediation_ab_experiment: ['publisher_id', 'group_id', 'experiment_id'],
  mediation_group: ['publisher_id', 'group_id'],
  mediation_group_new_term: ['publisher_id', 'group_id', 'term', 'value'],
  mediation_group_term: ['publisher_id', 'term', 'value', 'group_id'],
  mediation_line: ['publisher_id', 'line_id'],
  oauth_artifact: ['model', 'artifact_id'],
  oauth_client: ['client_id'],
  oauth_consent: ['grant_id'],
  oauth_revoked_token: ['token_id'],
  observed_price: ['publisher_id'],
  organisation_sign_in: ['sign_in_id'],
  outbox_entry: ['entry_id'],
  passkey: ['passkey_id'],
  pre_authorization_code: ['code_id'],
  proofing: ['proofing_id'],
  proofing_claim: ['proofing_id'],
  publisher: ['publisher_id'],
  publisher_version: ['publisher_id', 'part'],
  request_count: ['hour', 'interface', 'operation', 'outcome'],
  retention_purge: ['kind'],
  served_snapshot: ['publisher_id', 'app_fragment', 'sha256'],
  seal_time_stamp: ['head', 'authority'],
  serving_key: ['serving_key'],
  sign_in_attempt: ['subject'],
  state_change: ['change_id'],
  statistics_arrival: ['publisher_id', 'source', 'day'],
  statistics_batch: ['digest'],
  statistics_ceiling: ['key_id', 'day'],
  statistics_day: ['feed_no', 'day', 'key_no'],
  statistics_feed: ['feed_no'],
  statistics_hour: ['feed_no', 'hour', 'key_no'],
  statistics_key: ['publisher_id', 'key_no'],
  statistics_parquet: ['publisher_id', 'day'],
  statistics_settled: ['publisher_id', 'day', 'ad_source_id', 'source'],
  statistics_slot: ['publisher_id', 'experiment_id', 'day', 'slot', 'currency'],
  statistics_version: ['publisher_id', 'day', 'dimension', 'value'],
  status_list: ['list_no'],
  status_publication: ['list_no'],
  status_revoked: ['list_no', 'idx'],
  status_superseded: ['credential_id', 'version_id'],
  trail_seal: ['seal_number'],
  used_challenge: ['challenge_hash'],
};

export const TABLES = Object.keys(PRIMARY_KEYS) as readonly (keyof Schema)[];
