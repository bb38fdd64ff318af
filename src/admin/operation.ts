import type { Role } from '../accounts/permissions.ts';
import type { EntityTags } from '../conventions/etag.ts';
import type { OperatorActor } from '../issuer/model/index.ts';
import type { AdminRequest, AdminResponse, GuardedName, METHODS, MethodName } from './registry.ts';

/** Conditions of a change. */
export interface Conditions {
  /** Returns the result that the change would have, and stores nothing. */
  readonly validateOnly?: boolean;
  /** Requires that the resource has one of these tags. */
  readonly ifMatch?: EntityTags;
}

/**
 * The caller of a method, and the request. The audit log names the caller and, if there is one, the approver.
 */
export interface Caller extends OperatorActor {
  /** The current role of the caller. */
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
 * The arguments that are stored until a second person decides. For a request that must be sent again, only
 * what is needed to recognize it.
 */
type Kept<Name extends GuardedName> = (typeof METHODS)[Name] extends { readonly whenApproved: 'sentAgain' }
  ? object
  : AdminRequest<Name>;

/**
 * Makes the checks of the method before its request waits for a second person, and changes nothing. Returns
 * the arguments to store, with ids in place of names; undefined if the request would change nothing and so
 * need not wait. @throws StatusError
 */
export type Preparation<Name extends GuardedName> = (
  request: AdminRequest<Name>,
) => Promise<Kept<Name> | undefined>;
