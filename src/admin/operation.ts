import type { Role } from '../accounts/permissions.ts';
import type { EntityTags } from '../conventions/etag.ts';
import type { OperatorActor } from '../issuer/model/index.ts';
import type { AdminRequest, AdminResponse, GuardedName, METHODS, MethodName } from './registry.ts';

/** Conditions of a change. */
export interface Conditions {
  /** Answer what would be, and keep nothing. */
  readonly validateOnly?: boolean;
  /** Requires that the resource has one of these tags. */
  readonly ifMatch?: EntityTags;
}

/** The caller of a method, with the request. The audit log names the caller and the approver, if there is one. */
export interface Caller extends OperatorActor {
  /** The role that the caller has now. */
  readonly role: Role;
  readonly conditions?: Conditions;
}

/** A method of the admin interface, ready to be called. */
export type AdminCall<Name extends MethodName> = (
  request: AdminRequest<Name>,
  caller: Caller,
) => Promise<AdminResponse<Name>>;

/** A method of the admin interface, before it has its dependencies. */
export type AdminOperation<Name extends MethodName, Deps = object> = (deps: Deps) => AdminCall<Name>;

/**
 * The arguments that are stored until a second person decides. Of a request that must be sent again, only enough to
 * recognize it.
 */
type Kept<Name extends GuardedName> = (typeof METHODS)[Name] extends { readonly whenApproved: 'sentAgain' }
  ? object
  : AdminRequest<Name>;

/**
 * Checks a request before it waits for a second person, as the method would, and changes nothing. Gives the arguments
 * to keep, with ids in place of names; undefined for a request that changes nothing and need not wait. @throws
 * StatusError
 */
export type Preparation<Name extends GuardedName> = (
  request: AdminRequest<Name>,
) => Promise<Kept<Name> | undefined>;
