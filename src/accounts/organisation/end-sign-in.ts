import { revokeGrant } from '../grants.ts';
import type { OrganisationSignIn } from '../ports/organisation.ts';
import type { AccountWriter } from '../ports/store.ts';
import type { Refusal } from './judge.ts';

/** Why a sign-in ended without a request of the person. */
export type EndReason = 'backChannelLogout' | 'refusedByProvider' | Refusal;

/** Ends a sign-in with its tokens or its session of the console. */
export async function endSignIn(
  writer: AccountWriter,
  { signInId, grantId }: OrganisationSignIn,
  reason: EndReason,
  at: number,
): Promise<void> {
  const actor = { kind: 'protocol' } as const;
  await writer.deleteOrganisationSignIn(signInId);
  await writer.record({
    subject: 'organisationSignIn',
    subjectId: signInId,
    event: 'end',
    actor,
    reason,
    at,
  });
  if (grantId === undefined) return;
  await revokeGrant(writer, grantId, { actor, reason, at });
  if (await writer.deleteConsoleSession(grantId))
    await writer.record({ subject: 'consoleSession', subjectId: grantId, event: 'end', actor, reason, at });
}
