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

/** A refusal. The description has fixed words in ASCII and quotes nothing. */
export class VciError extends Error {
  override readonly name = 'VciError';
  readonly code: VciErrorCode;
  readonly status: number;

  constructor(code: VciErrorCode, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
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
