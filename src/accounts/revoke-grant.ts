import type { Actor } from '../audit/entry.ts';
import type { AccountWriter } from './ports/store.ts';

/** Who ended a grant, or why it ended without a request. */
interface Cause {
  readonly actor: Actor;
  readonly reason?: string;
  readonly at: number;
}

/** Ends a grant with everything that was issued under it; what had ended already has no second entry. */
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
