/**
 * Tables of users, OAuth clients, and what users allowed the clients. Times are milliseconds since the epoch;
 * lists are JSON.
 */
export interface AccountTables {
  account_user: {
    user_id: string;
    revision: number;
    email: string;
    password_hash: string;
    /** 1 or 0. */
    password_is_own: number;
    state: string;
    role: string | null;
    publishers: string;
    created_at: number;
    updated_at: number;
    /** The person at the provider of the organisation; then `email` is the id of the user, and `shown_email` the email. */
    organisation_issuer: string | null;
    organisation_subject: string | null;
    shown_email: string | null;
    /** The last use of the sessions that have ended. */
    seen_at?: number | null;
  };
  organisation_sign_in: {
    sign_in_id: string;
    organisation_id: string;
    user_id: string;
    grant_id: string | null;
    provider_session: string | null;
    /** 1 or 0. */
    is_strong: number;
    signed_in_at: number;
    authenticated_at: number | null;
    last_used_at: number;
    confirmed_at: number;
    asked_at: number;
    refresh_token: string | null;
  };
  oauth_client: {
    client_id: string;
    revision: number;
    name: string;
    kind: string;
    secret_hash: string | null;
    redirect_uris: string;
    post_logout_redirect_uris: string;
    publishers: string;
    scopes: string;
    created_at: number;
    updated_at: number;
  };
  oauth_consent: {
    grant_id: string;
    user_id: string;
    client_id: string;
    publishers: string;
    created_at: number;
  };
  oauth_artifact: {
    model: string;
    artifact_id: string;
    payload: string;
    grant_id: string | null;
    user_id: string | null;
    uid: string | null;
    source: string | null;
    consumed_at: number | null;
    expires_at: number;
  };
  oauth_revoked_token: {
    token_id: string;
    expires_at: number;
  };
  console_session: {
    session_id: string;
    token_hash: string;
    console: string;
    user_id: string;
    user_agent: string;
    address: string;
    signed_in_at: number;
    authenticated_at: number;
    last_used_at: number;
  };
  console_code: {
    code_id: string;
    code_hash: string;
    console: string;
    user_id: string;
    expires_at: number;
    /** Null: starts a session. `invitation`: its holder chooses a password. */
    purpose?: string | null;
  };
  passkey: {
    passkey_id: string;
    user_id: string;
    domain: string;
    credential_id: string;
    public_key: Uint8Array;
    sign_count: number;
    transports: string;
    /** 1 or 0. */
    device_bound: number;
    /** 1 or 0. */
    backed_up: number;
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** What was used once: digests of challenges, and other names. */
  used_challenge: {
    challenge_hash: string;
    expires_at: number;
  };
  sign_in_attempt: {
    subject: string;
    failures: number;
    window_ends_at: number;
  };
}
