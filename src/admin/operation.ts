import type { Role } from '../accounts/permissions.ts';
import type { OperatorActor } from '../issuer/model/index.ts';
import type { AdminRequest, AdminResponse, GuardedName, METHODS, MethodName } from './registry.ts';

/** Who calls a method, by which request. The audit log names the caller and, where there is one, the approver. */
export interface Caller extends OperatorActor {
  /** The role that the caller has now. */
  readonly role: Role;
}

/** A method of the admin interface, ready to be called. */
export type AdminCall<Name extends MethodName> = (
  request: AdminRequest<Name>,
  caller: Caller,
) => Promise<AdminResponse<Name>>;

/** A method of the admin interface with what it needs. */
export type AdminOperation<Name extends MethodName, Deps = object> = (deps: Deps) => AdminCall<Name>;

/** The arguments that are kept until a second person decides; of a request that is sent again, enough to know it by. */
type Kept<Name extends GuardedName> = (typeof METHODS)[Name] extends { readonly whenApproved: 'sentAgain' }
  ? object
  : AdminRequest<Name>;

/**
 * Checks a request before it waits for a second person, as the method would, and changes nothing. Gives the arguments to
 * keep, with ids in place of names; undefined for a request that changes nothing and need not wait. @throws StatusError
 */
export type Preparation<Name extends GuardedName> = (
  request: AdminRequest<Name>,
) => Promise<Kept<Name> | undefined>;
