import type { User } from '../../accounts/ports/entities.ts';
import type { AccountReader } from '../../accounts/ports/store.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { UserView } from '../contract/users/methods.ts';
import { userView } from './user.ts';

/**
 * A user with what administrators look for: when the user was there last, the second factor, and an open invitation. They are
 * not in the etag, which must not change because somebody signs in.
 */
export async function userStatus(reader: AccountReader, user: User, now: number): Promise<UserView> {
  const { userId } = user;
  const { lastUsedAt, passkeys, invitedUntil } = await reader.signInState(userId);
  // Sign-ins by OAuth have no session of the console, but are in the audit log.
  const seenAt = Math.max(lastUsedAt ?? 0, (await reader.lastAct(userId)) ?? 0);
  return {
    ...userView(user),
    ...(seenAt > 0 && { lastSeenTime: isoTime(seenAt) }),
    passkeys,
    ...(invitedUntil !== undefined && invitedUntil > now && { invitedUntilTime: isoTime(invitedUntil) }),
  };
}
