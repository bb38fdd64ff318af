import type { AccountPolicy } from '../../accounts/deps.ts';
import { OPERATOR } from '../../accounts/ids.ts';
import type { User } from '../../accounts/ports/entities.ts';
import type { AccountReader } from '../../accounts/ports/store.ts';
import { countAdministrators, currentRole } from '../../accounts/roles.ts';
import type { Actor } from '../../audit/entry.ts';
import { StatusError } from '../../conventions/status.ts';

/**
 * After a change of `user`, in its transaction: no person takes the last administrator away, because nobody could give the
 * role again. The holder of the admin token can. @throws StatusError LAST_ADMINISTRATOR
 */
export async function requireAdministratorLeft(
  reader: AccountReader,
  policy: AccountPolicy,
  user: User,
  actor: Actor,
): Promise<void> {
  const isToken = actor.kind === 'operator' && actor.operatorId === OPERATOR;
  if (isToken || currentRole(policy, user) !== 'administrator') return;
  if ((await countAdministrators(reader, policy)) > 0) return;
  throw new StatusError('LAST_ADMINISTRATOR', 'this is the last administrator; make another one first');
}
