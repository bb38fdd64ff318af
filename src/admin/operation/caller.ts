import type { Role } from '../../accounts/permissions.ts';
import type { EntityTags } from '../../conventions/etag.ts';
import type { OperatorActor } from '../../issuer/model/index.ts';

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
