import type { Actor } from '../../audit/entry.ts';
import type { AccountPolicy } from '../deps.ts';
import { OPERATOR } from '../ids.ts';
import type { User } from '../ports/entities.ts';
import type { AccountReader } from '../ports/store.ts';
import { countAdministrators } from '../roles.ts';

/** The person of a session: a user, or the holder of the admin token while there is no administrator. */
export type ConsolePerson = { readonly kind: 'user'; readonly user: User } | { readonly kind: 'adminToken' };

/** The person in their current state; undefined if they may not be signed in, or no longer. */
export async function personOf(
  reader: AccountReader,
  policy: AccountPolicy,
  userId: string,
): Promise<ConsolePerson | undefined> {
  if (userId === OPERATOR)
    return (await countAdministrators(reader, policy)) === 0 ? { kind: 'adminToken' } : undefined;
  const user = await reader.user(userId);
  return user?.state === 'active' && user.passwordIsOwn ? { kind: 'user', user } : undefined;
}

/** The person as the actor of an audit log entry. */
export const actorOf = (userId: string, requestId: string): Actor =>
  userId === OPERATOR
    ? { kind: 'operator', requestId, operatorId: userId }
    : { kind: 'user', callerId: userId };
