import { isAtLeast, type Role } from '../../accounts/roles.ts';
import { StatusError } from '../../conventions/status.ts';

/** Who calls the admin interface. */
export interface Operator {
  /** Id of the user; `operator` with the admin token. */
  readonly operatorId: string;
  readonly role: Role;
}

/** Tells who calls by the header `Authorization`; undefined when it lets nobody in. */
export type Authenticate = (authorization: string | undefined) => Promise<Operator | undefined>;

export async function authenticated(
  authenticate: Authenticate,
  authorization: string | undefined,
): Promise<Operator> {
  const operator = await authenticate(authorization);
  if (operator) return operator;
  const text =
    'no valid token was sent; sign in with diptych login, or use the file admin.token of the data folder';
  throw new StatusError('UNAUTHENTICATED', 'TOKEN_INVALID', text);
}

/** @throws StatusError PERMISSION_DENIED, which names the role that is needed. */
export function requireRole({ role }: Operator, least: Role): void {
  if (isAtLeast(role, least)) return;
  const text = `this needs the role ${least}, yours is ${role}; an administrator gives it: diptych users role`;
  throw new StatusError('PERMISSION_DENIED', 'ROLE_INSUFFICIENT', text);
}
