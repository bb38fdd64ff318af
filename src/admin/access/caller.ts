import { timingSafeEqual } from 'node:crypto';
import { OPERATOR } from '../../accounts/ids.ts';
import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import type { Proof } from '../../accounts/recent-proof.ts';
import { StatusError } from '../../conventions/status.ts';

/** The caller of the admin interface. */
export interface Operator {
  /** Id of the user; `operator` with the admin token. */
  readonly operatorId: string;
  readonly role: Role;
}

/** An operator, and how the operator signed in. */
export interface Authenticated extends Operator {
  /** Absent for the admin token, which is no person. */
  readonly proof?: Proof;
}

/** Finds the operator of a token; undefined for a token that is not valid. */
export type Authenticate = (token: string) => Promise<Authenticated | undefined>;

/** The user of an access token, with the current role of the user. */
type FindUser = (
  token: string,
) => Promise<{ readonly userId: string; readonly role: Role; readonly proof: Proof } | undefined>;

function isSame(given: string, expected: string | undefined): boolean {
  if (expected === undefined) return false;
  const [bytes, wanted] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}

/**
 * Accepts the admin token, as administrator, and access tokens of users who have a role. `adminToken` is asked at each
 * request, because the token can be replaced.
 */
export function authenticator(adminToken: () => string | undefined, findUser: FindUser): Authenticate {
  return async (token) => {
    if (isSame(token, adminToken())) return { operatorId: OPERATOR, role: 'administrator' };
    const user = await findUser(token);
    if (user === undefined) return undefined;
    const { userId, role, proof } = user;
    return { operatorId: userId, role, proof };
  };
}

/** @throws StatusError UNAUTHENTICATED */
export async function authenticated(
  authenticate: Authenticate,
  token: string | undefined,
): Promise<Authenticated> {
  const operator = token === undefined ? undefined : await authenticate(token);
  if (operator) return operator;
  const text =
    'no valid token was sent; sign in with diptych login, or use the file admin.token of the data folder';
  throw new StatusError('TOKEN_INVALID', text);
}

/** @throws StatusError PERMISSION_DENIED with the required role */
export function requireRole({ role }: Operator, least: Role): void {
  if (isAtLeast(role, least)) return;
  const text = `this needs the role ${least}, yours is ${role}; an administrator gives it: diptych users role`;
  throw new StatusError('ROLE_INSUFFICIENT', text);
}
