import type { Fetch } from '../../client/transport/fetch.ts';
import {
  type AttestationRoot,
  type VciExchange,
  type VciTransport,
  vciTransport,
} from '../../wallet/index.ts';
import type { Pace } from '../run/pace.ts';
import type { Recorder } from '../run/recorder.ts';

/** The issuer that is tested. */
export interface VciTarget {
  /** The Credential Issuer Identifier. */
  readonly issuer: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientId?: string | undefined;
  readonly redirectUri?: string | undefined;
  /** Attests test wallets and their keys; default: the public test root. */
  readonly attestationRoot?: AttestationRoot | undefined;
  /** In place of that of the runtime: with a client certificate. */
  readonly fetcher?: Fetch | undefined;
}

/** A form as JSON, so that the report shows the names of its parameters. */
function shown({ headers, body = '' }: VciExchange['request']): string {
  if (!String(headers['content-type']).includes('form')) return body;
  return JSON.stringify(Object.fromEntries(new URLSearchParams(body)));
}

/** Sends requests to the target at the given pace. */
export const pacedTransport = ({ fetcher, headers }: VciTarget, pace: Pace): VciTransport => {
  const send = vciTransport({ fetch: fetcher });
  return async (request) => {
    await pace.turn();
    return send({ ...request, headers: { ...headers, ...request.headers } });
  };
};

export const recording =
  (recorder: Recorder) =>
  ({ step, request, answer, milliseconds }: VciExchange): void =>
    recorder.add({ operation: step, request: shown(request), milliseconds, ...(answer && { answer }) });

/** Members of the messages of OpenID4VCI and OAuth 2.0 that the report may show. */
export const VCI_MEMBERS: ReadonlySet<string> = new Set([
  ...[
    'error',
    'error_description',
    'grant_type',
    'client_id',
    'tx_code',
    'pre-authorized_code',
    'refresh_token',
  ],
  ...[
    'access_token',
    'token_type',
    'expires_in',
    'scope',
    'c_nonce',
    'request_uri',
    'response_type',
    'state',
  ],
  ...['redirect_uri', 'code_challenge', 'code_challenge_method', 'dpop_jkt', 'issuer_state'],
  ...[
    'credential_configuration_id',
    'credential_identifier',
    'credential_response_encryption',
    'proofs',
    'jwt',
  ],
  ...['attestation', 'credentials', 'credential', 'notification_id', 'event', 'credential_issuer', 'issuer'],
  ...[
    'credential_endpoint',
    'nonce_endpoint',
    'notification_endpoint',
    'batch_credential_issuance',
    'batch_size',
  ],
  ...['credential_configurations_supported', 'authorization_servers', 'token_endpoint', 'display'],
  ...['authorization_endpoint', 'pushed_authorization_request_endpoint', 'grant_types_supported'],
]);

export const isJson = (headers: Readonly<Record<string, string>>): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '');

export const isUncached = (headers: Readonly<Record<string, string>>): boolean =>
  /\bno-store\b/i.test(headers['cache-control'] ?? '');
