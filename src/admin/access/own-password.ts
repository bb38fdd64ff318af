import type { AccountDeps } from '../../accounts/deps.ts';
import { isAtLeast } from '../../accounts/permissions.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { StatusError } from '../../conventions/status.ts';

/**
 * The approver of a waiting request could read the password in it. So a request with a password is refused
 * for a user with a role. @throws StatusError ROLE_NEEDS_SECOND_PERSON
 */
export function refuseWithRole(
  { policy }: Pick<AccountDeps, 'policy'>,
  role: User['role'],
  remedy: string,
): void {
  if (!policy.rolesNeedSecondPerson || role === undefined) return;
  const text = `a role needs a second person: ${remedy}`;
  throw new StatusError('ROLE_NEEDS_SECOND_PERSON', text);
}

/**
 * If changes of roles need a second person, a user whose password an administrator set gets no higher role:
 * the administrator could sign in as this user. @throws StatusError PASSWORD_NOT_OWN
 */
export function requireOwnPassword(
  { policy }: Pick<AccountDeps, 'policy'>,
  { passwordIsOwn, role: held }: User,
  role: User['role'],
): void {
  if (!policy.rolesNeedSecondPerson || passwordIsOwn || role === undefined) return;
  if (held !== undefined && isAtLeast(held, role)) return;
  const text = 'an administrator set the password of this user, who must first sign in and choose a new one';
  throw new StatusError('PASSWORD_NOT_OWN', text);
}
