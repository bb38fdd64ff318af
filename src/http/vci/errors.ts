import type { GrantProblem } from '../../issuer/wallet-grant/grant.ts';

/** The error codes of OpenID4VCI 1.0, OAuth 2.0 and DPoP that this interface answers. */
export type VciErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_dpop_proof'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_credential_request'
  | 'unknown_credential_configuration'
  | 'unknown_credential_identifier'
  | 'invalid_encryption_parameters'
  | 'invalid_proof'
  | 'invalid_nonce'
  | 'credential_request_denied'
  | 'invalid_notification_id'
  | 'invalid_notification_request'
  | 'temporarily_unavailable';

const FROM_START = 'The wallet starts again, with a new code or a new sign-in of the person.';
const WALLET = 'The developer of the wallet corrects the request: the finding says what is wrong.';
const LATER = 'The wallet tries again later. If it goes on, look at the log of the server for that time.';

/** What to do about a refusal, for operators. */
export const VCI_REMEDIES: Readonly<Record<VciErrorCode, string>> = {
  invalid_request: WALLET,
  invalid_grant: FROM_START,
  invalid_client:
    'Add the wallet to issuer.wallets.clients, or check its attestation against issuer.wallets.walletTrust.',
  unsupported_grant_type: WALLET,
  unsupported_response_type: WALLET,
  invalid_scope: 'The wallet asks for one document type of issuer.wallets.documentTypes.',
  invalid_dpop_proof: `${WALLET} A clock that is wrong by minutes also does this.`,
  invalid_token:
    'The wallet gets a new access token by its refresh token. Check that the credential is not revoked.',
  insufficient_scope: WALLET,
  invalid_credential_request: WALLET,
  unknown_credential_configuration:
    'The wallet reads the metadata again. Check issuer.wallets.documentTypes.',
  unknown_credential_identifier: 'The wallet names credential_configuration_id, not credential_identifier.',
  invalid_encryption_parameters: 'The wallet asks without encryption of the answer.',
  invalid_proof: WALLET,
  invalid_nonce: 'The wallet gets a new nonce and tries again. Nothing needs to be done if it then succeeds.',
  credential_request_denied:
    'Look at the person in the console: the record is not active, the credential has ended, or there are too many devices.',
  invalid_notification_id: 'The wallet sends the notification_id of the answer that had the credential.',
  invalid_notification_request: WALLET,
  temporarily_unavailable: LATER,
};

/** A refusal. The description has fixed words in ASCII and quotes nothing. */
export class VciError extends Error {
  override readonly name = 'VciError';
  readonly code: VciErrorCode;
  readonly status: number;
  /** Seconds, for the header `Retry-After` (RFC 9110 10.2.3). */
  readonly retryAfter: number | undefined;

  constructor(code: VciErrorCode, description: string, status = 400, retryAfter?: number) {
    super(description);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** What the problems of the domain are called here. */
const PROBLEMS: Readonly<Record<GrantProblem, VciErrorCode>> = {
  codeRefused: 'invalid_grant',
  txCodeMissing: 'invalid_request',
  txCodeUnexpected: 'invalid_request',
  ended: 'credential_request_denied',
  keysKnown: 'invalid_proof',
};

export const codeOfProblem = (problem: GrantProblem): VciErrorCode => PROBLEMS[problem];

/** RFC 6750 3.1 and RFC 9449 7.1: refusals of a token or of its proof at a protected resource. */
export const challengeOf = (code: VciErrorCode): string => `DPoP error="${code}", algs="ES256"`;
