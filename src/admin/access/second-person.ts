import { OPERATOR } from '../../accounts/ids.ts';
import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { type GuardedEvent, SECOND_PERSON_EFFECTS, type SecondPersonGroup } from '../contract/effects.ts';
import {
  type GuardedName,
  guardedEffectsOf,
  isGuarded,
  isMethodName,
  METHOD_NAMES,
  type MethodName,
  methodNamed,
} from '../contract/index.ts';

/** The methods that can need a second person. */
export const GUARDED_NAMES: readonly GuardedName[] = METHOD_NAMES.filter(isGuarded);

/**
 * A person who can grant roles alone could create the second person. So any value of the setting includes
 * this group.
 */
const IMPLIED: SecondPersonGroup = 'roles';

const isGroup = (entry: string): entry is SecondPersonGroup => Object.hasOwn(SECOND_PERSON_EFFECTS, entry);

/** The effects that a method is for: those on the subject of its first event. Others only follow from it. */
function ownEffects(name: MethodName): readonly GuardedEvent[] {
  const subjectOf = (event = '') => event.split('.')[0];
  const subject = subjectOf(methodNamed(name).audit?.[0]);
  return guardedEffectsOf(name).filter((event) => subjectOf(event) === subject);
}

/** The effects that need a second person, from the value of `admin.secondPerson`: names of groups or methods. */
export function waitingEffects(chosen: readonly string[]): ReadonlySet<GuardedEvent> {
  const all = chosen.length === 0 ? chosen : [...chosen, IMPLIED];
  const effectsOf = (entry: string): readonly GuardedEvent[] => {
    if (isGroup(entry)) return SECOND_PERSON_EFFECTS[entry];
    return isMethodName(entry) ? ownEffects(entry) : [];
  };
  return new Set(all.flatMap(effectsOf));
}

/** The methods that wait for a second person: those that can have one of the effects. */
export function waitingMethods(chosen: readonly string[]): ReadonlySet<GuardedName> {
  const effects = waitingEffects(chosen);
  return new Set(GUARDED_NAMES.filter((name) => guardedEffectsOf(name).some((event) => effects.has(event))));
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
  { operatorId, role }: { readonly operatorId: string; readonly role: Role | undefined },
): void {
  if (requestedBy === operatorId) {
    const text = 'you requested this yourself; another person must approve it';
    throw new StatusError('SECOND_PERSON_NEEDED', text);
  }
  const least = roleToApprove(method);
  if (role !== undefined && isAtLeast(role, least)) return;
  const text = `approving this needs the role ${least}, yours is ${role ?? 'none'}`;
  throw new StatusError('ROLE_INSUFFICIENT', text);
}

/** Who may request and approve. */
export interface People {
  /** The current role of a user. */
  roleOf(user: User): Role | undefined;
  /** Asks the organisation of the user whether the role still holds. @throws StatusError */
  confirmRole(userId: string): Promise<void>;
  /** `admin.secondPersonOfOrganisation`: a person may have an account of an organisation and another one. */
  readonly areOfOrganisation: boolean;
}

/** The person with the current role. @throws StatusError ORGANISATION_NEEDED */
export async function personNow(
  reader: Pick<OperatorReader, 'user'>,
  people: Pick<People, 'roleOf' | 'areOfOrganisation'>,
  operatorId: string,
): Promise<{ readonly operatorId: string; readonly role: Role | undefined }> {
  const user = await reader.user(operatorId);
  if (people.areOfOrganisation && user?.organisation === undefined) {
    const text = 'only people of an organisation request and approve here (admin.secondPersonOfOrganisation)';
    throw new StatusError('ORGANISATION_NEEDED', text);
  }
  return { operatorId, role: user && people.roleOf(user) };
}

/**
 * A request does not run if its requester has lost the role for it. Returns the current role of the requester.
 * @throws StatusError REQUESTER_NOT_ALLOWED
 */
export function requireRequester({ method }: Approval, role: Role | undefined): Role {
  const least = leastRole(method);
  if (role !== undefined && isAtLeast(role, least)) return role;
  const text = `the requester no longer has the role ${least}; refuse this request`;
  throw new StatusError('REQUESTER_NOT_ALLOWED', text);
}
