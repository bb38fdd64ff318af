import type { Actor } from '../audit/entry.ts';
import type { AccountDeps } from './deps.ts';
import type { AccountReader, AccountWriter, Operator } from './ports/store.ts';

/** The holder of a token that this server issued. */
export type TokenHolder =
  /** A client with the consent of a user. */
  | { readonly kind: 'user'; readonly grantId: string }
  /** A client that acts for itself. */
  | { readonly kind: 'machine'; readonly clientId: string; readonly tokenId: string }
  /** The holder of a token that an operator issued. */
  | { readonly kind: 'operator'; readonly tokenId: string };

/**
 * The publisher accounts, among those of the grant, that the holder may still act for; undefined if the token
 * was revoked.
 */
export type CurrentPublishers = (
  holder: TokenHolder,
  granted: readonly string[],
) => Promise<readonly string[] | undefined>;

/** Whether the user of a grant may use it: not before the user has registered a passkey that the settings ask for. */
type MayUse = (reader: AccountReader, grantId: string) => Promise<boolean>;

/** A token states the access at its time of issue; the store has the current access. */
export function currentPublishers({ store }: Pick<AccountDeps, 'store'>, mayUse: MayUse): CurrentPublishers {
  return (holder, granted) =>
    store.read(async (reader) => {
      if (holder.kind === 'user') {
        const grant = await reader.activeGrant(holder.grantId);
        if (grant === undefined || !(await mayUse(reader, holder.grantId))) return undefined;
        return granted.filter((id) => grant.consented.includes(id) && grant.held.includes(id));
      }
      if (holder.kind === 'operator') return (await reader.isRevoked(holder.tokenId)) ? undefined : granted;
      const held = await reader.publishersOfMachine(holder.clientId, holder.tokenId);
      return held && granted.filter((id) => held.includes(id));
    });
}

/** The operator of a grant, with the current role; undefined if the access has ended. */
export type CurrentOperator = (grantId: string) => Promise<Operator | undefined>;

export function currentOperator(
  { store }: Pick<AccountDeps, 'store'>,
  mayUse: MayUse,
  useSignIn: (operator: Operator) => Promise<Operator | undefined>,
): CurrentOperator {
  return async (grantId) => {
    const operator = await store.read(async (reader) =>
      (await mayUse(reader, grantId)) ? reader.operatorOf(grantId) : undefined,
    );
    return operator && useSignIn(operator);
  };
}

/** Who ended a grant, or why it ended without a request. */
interface Cause {
  readonly actor: Actor;
  readonly reason?: string;
  readonly at: number;
}

/**
 * Ends a grant with all its tokens and sessions. A grant that had ended gets no second entry in the audit
 * log.
 */
export async function revokeGrant(
  writer: AccountWriter,
  grantId: string,
  { actor, reason, at }: Cause,
): Promise<void> {
  const consent = await writer.consent(grantId);
  await writer.endGrants({ grantId });
  if (!consent) return;
  const { userId, clientId, publishers } = consent;
  await writer.record({
    subject: 'grant',
    subjectId: grantId,
    event: 'revoke',
    actor,
    ...(reason !== undefined && { reason }),
    details: { before: { userId, clientId, publishers } },
    at,
  });
}
