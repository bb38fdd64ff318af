import { OPERATOR } from '../../accounts/ids.ts';
import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { SecondPersonGroup } from '../method.ts';
import { type GuardedName, isGuarded, isMethodName, METHOD_NAMES, methodNamed } from '../registry.ts';

/** The methods that `admin.secondPerson` can name. */
export const GUARDED_NAMES: readonly GuardedName[] = METHOD_NAMES.filter(isGuarded);

export const methodsOf = (group: SecondPersonGroup): readonly GuardedName[] =>
  GUARDED_NAMES.filter((name) => methodNamed(name).secondPerson === group);

/**
 * A person who can grant roles alone could create the second person. So any value of the setting includes
 * this group.
 */
const IMPLIED: SecondPersonGroup = 'roles';

/**
 * The methods that wait for a second person, from the value of `admin.secondPerson`: names of methods or
 * groups.
 */
export function waitingMethods(chosen: readonly string[]): ReadonlySet<GuardedName> {
  const all = new Set(chosen.length === 0 ? chosen : [...chosen, IMPLIED]);
  const waits = (name: GuardedName) => all.has(name) || all.has(methodNamed(name).secondPerson ?? '');
  return new Set(GUARDED_NAMES.filter(waits));
}

/**
 * The role that is needed to call a method; the highest role for a method that this version does not know.
 */
const leastRole = (method: string): Role =>
  isMethodName(method) ? methodNamed(method).role : 'administrator';

/** An approver needs the role of the method, and at least the role approver. */
export function roleToApprove(method: string): Role {
  const role = leastRole(method);
  return isAtLeast(role, 'approver') ? role : 'approver';
}

/** The admin token identifies no person: anyone who can read its file has it. */
const isPerson = (operatorId: string) => operatorId !== OPERATOR;

/** Only signed-in users may request and give approval. @throws StatusError SIGN_IN_NEEDED */
export function requirePerson({ operatorId }: { readonly operatorId: string }): void {
  if (isPerson(operatorId)) return;
  const text = 'the admin token cannot call a method that needs a second person; run diptych login';
  throw new StatusError('SIGN_IN_NEEDED', text);
}

/**
 * Requires that the approver is not the requester and has the role that the method needs. @throws StatusError
 * PERMISSION_DENIED
 */
export function requireSecondPerson(
  { requestedBy, method }: Approval,
  { operatorId, role }: { readonly operatorId: string; readonly role: Role },
): void {
  if (requestedBy === operatorId) {
    const text = 'you requested this yourself; another person must approve it';
    throw new StatusError('SECOND_PERSON_NEEDED', text);
  }
  const least = roleToApprove(method);
  if (isAtLeast(role, least)) return;
  const text = `approving this needs the role ${least}, yours is ${role}`;
  throw new StatusError('ROLE_INSUFFICIENT', text);
}

/** Finds the current role of an operator; undefined if there is none. */
export type RoleOf = (operatorId: string) => Promise<Role | undefined>;

/**
 * A request does not run if its requester has lost the role for it. Returns the role of the requester.
 * @throws StatusError REQUESTER_NOT_ALLOWED
 */
export async function requireRequester({ requestedBy, method }: Approval, roleOf: RoleOf): Promise<Role> {
  const least = leastRole(method);
  const refuse = (text: string) => new StatusError('REQUESTER_NOT_ALLOWED', text);
  if (!isPerson(requestedBy))
    throw refuse('the admin token requested this, but only signed-in users may; refuse it');
  const role = await roleOf(requestedBy);
  if (role !== undefined && isAtLeast(role, least)) return role;
  throw refuse(`the requester no longer has the role ${least}; refuse this request`);
}
