import type { CurrentOperator } from '../../../accounts/grants.ts';
import type { Operator } from '../../../accounts/ports/store.ts';
import type { Clock } from '../../../conventions/time.ts';
import { ADMIN_SCOPE, adminAudienceOf } from '../paths.ts';
import { type OwnIssuer, type OwnToken, verifyOwnToken } from './own-token.ts';

interface OperatorTokensOptions {
  readonly own: OwnIssuer;
  readonly currentOperator: CurrentOperator;
  readonly clock: Clock;
}

/** The operator of an access token, with the current role; undefined if the token gives no access. */
type OperatorTokens = (token: string) => Promise<Operator | undefined>;

/** Verifies tokens for the admin interface. Reads the user and the role for each request. */
export function operatorTokens({ own, currentOperator, clock }: OperatorTokensOptions): OperatorTokens {
  const verified = async (token: string): Promise<OwnToken | undefined> => {
    try {
      return await verifyOwnToken(own, token, adminAudienceOf(own.issuer()), clock());
    } catch {
      return undefined;
    }
  };
  return async (token) => {
    const found = await verified(token);
    if (found?.holder.kind !== 'user' || !found.scopes.includes(ADMIN_SCOPE)) return undefined;
    return currentOperator(found.holder.grantId);
  };
}
