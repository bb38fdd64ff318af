import type { MEDIATION_REASONS, ReasonOf } from '../../../conventions/reasons/index.ts';
import { StatusError } from '../../../conventions/status.ts';

type TokenReason = ReasonOf<'UNAUTHENTICATED' | 'PERMISSION_DENIED'> & keyof typeof MEDIATION_REASONS;

/** A refusal of a token, with its `WWW-Authenticate` header (RFC 6750 3). */
export class BearerRefusal<R extends TokenReason = TokenReason> extends StatusError<R> {
  readonly challenge: string;

  constructor(reason: R, message: string, challenge: string) {
    super(reason, message);
    this.challenge = challenge;
  }
}

type Parameters = Readonly<Record<'error' | 'error_description' | 'scope', string>>;

/** All values are texts of this server or of its settings, which contain no quotes and backslashes. */
function challenge(realm: string, parameters: Partial<Parameters>): string {
  const all = Object.entries({ realm, ...parameters });
  return `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}

/** The refusals for this realm. */
export function refusals(realm: () => string) {
  const invalid = (reason: ReasonOf<'UNAUTHENTICATED'> & TokenReason, text: string) => {
    const header = challenge(realm(), { error: 'invalid_token', error_description: text });
    return new BearerRefusal(reason, `The access token was refused: ${text}.`, header);
  };
  return {
    /** Has no error code, because the client may not know that it needs a token (RFC 6750 3.1). */
    missing: () =>
      new BearerRefusal(
        'CREDENTIALS_MISSING',
        'The request has no access token. Send it in the header: Authorization: Bearer <token>.',
        challenge(realm(), {}),
      ),
    unreadable: () =>
      invalid('ACCESS_TOKEN_TYPE_UNSUPPORTED', 'it is not a JWT of an issuer that is known here'),
    invalid: () => invalid('ACCESS_TOKEN_INVALID', 'its signature, issuer, audience or type is wrong'),
    expired: () => invalid('ACCESS_TOKEN_EXPIRED', 'it has expired'),
    revoked: () => invalid('ACCESS_TOKEN_REVOKED', 'it was revoked'),
    scope: (needed: string) =>
      new BearerRefusal(
        'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        'The access token does not have the scope that this method needs.',
        challenge(realm(), { error: 'insufficient_scope', scope: needed }),
      ),
    publisher: () =>
      new BearerRefusal(
        'PUBLISHER_NOT_GRANTED',
        'The access token gives no access to this publisher account.',
        challenge(realm(), {
          error: 'insufficient_scope',
          error_description: 'the token gives no access to this publisher account',
        }),
      ),
  };
}
export type Refusals = ReturnType<typeof refusals>;
