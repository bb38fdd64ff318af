import type { User } from '../../../accounts/ports/entities.ts';
import { type Interaction, type InteractionContext, parameter } from './context.ts';

/** What a user allows a client. */
export interface Allowed {
  readonly publishers: readonly string[];
  readonly identity: Iterable<string>;
  /** The interface that tokens are for, and what they let do there. */
  readonly audience: string;
  readonly scopes: readonly string[];
}

/** A grant of its own for each consent: what was issued earlier keeps the accounts that were chosen then. */
export async function keepGrant(
  { options, provider }: InteractionContext,
  interaction: Interaction,
  { userId }: User,
  { publishers, identity, audience, scopes }: Allowed,
): Promise<string> {
  const { Grant } = provider();
  const clientId = parameter(interaction, 'client_id');
  const granted = new Grant({ accountId: userId, clientId });
  const identityScope = [...identity].join(' ');
  if (identityScope !== '') granted.addOIDCScope(identityScope);
  if (scopes.length > 0) granted.addResourceScope(audience, scopes.join(' '));
  const grantId = await granted.save();
  const consent = { grantId, userId, clientId, publishers, createdAt: options.clock() };
  await options.store.write((writer) => writer.insertConsent(consent));
  return grantId;
}
