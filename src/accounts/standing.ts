import type { AccountDeps } from './deps.ts';
import { OPERATOR } from './ids.ts';
import type { Operator } from './ports/store.ts';
import type { Role } from './roles.ts';

/** Who a token of our own was given to. */
export type TokenHolder =
  /** A client that a user allowed it. */
  | { readonly kind: 'user'; readonly grantId: string }
  /** A client for itself. */
  | { readonly kind: 'machine'; readonly clientId: string; readonly tokenId: string }
  /** Somebody to whom an operator handed it. */
  | { readonly kind: 'operator'; readonly tokenId: string };

/** The publisher accounts among `granted` that the holder may still act for; undefined when the token was revoked. */
export type Standing = (
  holder: TokenHolder,
  granted: readonly string[],
) => Promise<readonly string[] | undefined>;

/** A signature tells what was true when the token was made; the store tells what is true now. */
export function standing({ store }: Pick<AccountDeps, 'store'>): Standing {
  return (holder, granted) =>
    store.read(async (reader) => {
      if (holder.kind === 'user') {
        const grant = await reader.standingGrant(holder.grantId);
        if (grant === undefined) return undefined;
        return granted.filter((id) => grant.consented.includes(id) && grant.held.includes(id));
      }
      if (await reader.isRevoked(holder.tokenId)) return undefined;
      if (holder.kind === 'operator') return granted;
      const client = await reader.client(holder.clientId);
      return client?.kind === 'machine' ? granted.filter((id) => client.publishers.includes(id)) : undefined;
    });
}

/** Who acts in the administration by a grant, and with which role now; undefined when there is none any more. */
export type OperatorStanding = (grantId: string) => Promise<Operator | undefined>;

export function operatorStanding({ store }: Pick<AccountDeps, 'store'>): OperatorStanding {
  return (grantId) => store.read((reader) => reader.operatorOf(grantId));
}

/** The role that somebody has now, by the id that stands in the trail; undefined for none. */
export function roleOf({ store }: Pick<AccountDeps, 'store'>) {
  return async (operatorId: string): Promise<Role | undefined> => {
    if (operatorId === OPERATOR) return 'administrator';
    const user = await store.read((reader) => reader.user(operatorId));
    return user?.state === 'active' ? user.role : undefined;
  };
}
