interface OAuthErrorEntry {
  readonly status: number;
  readonly meaning: string;
  readonly remedy: string;
}

const AGAIN = 'Start the authorization again.';

const entry = (status: number, meaning: string, remedy: string): OAuthErrorEntry => ({
  status,
  meaning,
  remedy,
});

/** Error codes of `/oauth/*` (RFC 6749 4.1.2.1 and 5.2, RFC 7009, RFC 8707, OpenID Connect Core 3.1.2.6). */
export const OAUTH_ERRORS = {
  invalid_request: entry(
    400,
    'A parameter is missing, repeated or wrong; with 404, 405, 413 or 431 the HTTP request is wrong.',
    'Correct what `error_description` names.',
  ),
  invalid_client: entry(401, 'The client is unknown, or its secret is wrong.', 'Check id and secret.'),
  invalid_grant: entry(
    400,
    'The code or refresh token is unknown, used, expired or revoked, or belongs to another client.',
    AGAIN,
  ),
  unauthorized_client: entry(
    400,
    'The client may not use this grant type.',
    'Register the client for it, or use another grant type.',
  ),
  unsupported_grant_type: entry(
    400,
    'The grant type is not served.',
    'Use `authorization_code`, `refresh_token` or `client_credentials`.',
  ),
  unsupported_response_type: entry(400, 'The response type is not served.', 'Use `code`.'),
  invalid_scope: entry(400, 'A scope is unknown or not allowed to the client.', 'Ask for other scopes.'),
  invalid_target: entry(400, '`resource` names no interface of this server.', 'Correct or omit it.'),
  invalid_redirect_uri: entry(
    400,
    'The redirect URI is not registered for the client. A page shows this; nothing is sent to the URI.',
    'Register the URI, or correct it.',
  ),
  access_denied: entry(400, 'The user did not allow access.', 'Ask the user.'),
  login_required: entry(400, 'The user is not signed in, and `prompt=none` forbids asking.', AGAIN),
  consent_required: entry(400, 'The user has to allow access, and `prompt=none` forbids asking.', AGAIN),
  interaction_required: entry(400, 'The user has to be asked, and `prompt=none` forbids it.', AGAIN),
  server_error: entry(500, 'The server failed.', 'Look up the cause in the log of the server.'),
  temporarily_unavailable: entry(
    503,
    'The database does not answer.',
    'Wait as long as `Retry-After` says and try again.',
  ),
} as const satisfies Readonly<Record<string, OAuthErrorEntry>>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;
