import type { User } from '../../accounts/ports/entities.ts';
import type { AccountReader } from '../../accounts/ports/store.ts';
import { freshTurn } from '../../conventions/event-loop-turns.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { UserView } from '../contract/users/methods.ts';
import { userView } from './user.ts';

/**
 * Users with what administrators look for: when the user was there last, the second factor, and an open invitation. They are
 * not in the etag, which must not change because somebody signs in.
 */
export async function userStatuses(
  reader: AccountReader,
  users: readonly User[],
  now: number,
): Promise<UserView[]> {
  // Sign-ins by OAuth have no session of the console, but are in the audit log.
  const acts = await reader.lastActs(users.map(({ userId }) => userId));
  const views: UserView[] = [];
  for (const user of users) {
    await freshTurn();
    const { lastUsedAt, passkeys, invitedUntil } = await reader.signInState(user.userId);
    const seenAt = Math.max(lastUsedAt ?? 0, acts.get(user.userId) ?? 0);
    views.push({
      ...userView(user),
      ...(seenAt > 0 && { lastSeenTime: isoTime(seenAt) }),
      passkeys,
      ...(invitedUntil !== undefined && invitedUntil > now && { invitedUntilTime: isoTime(invitedUntil) }),
    });
  }
  return views;
}
