import type { TSchema } from 'typebox';
import type { Role } from '../accounts/roles.ts';
import type { EventOf, Subject } from '../audit/entry.ts';

/** What a second person can be asked for, by group; see `admin.secondPerson`. */
export const SECOND_PERSON_GROUPS = ['holders', 'codes', 'credentials', 'keys', 'roles'] as const;
export type SecondPersonGroup = (typeof SECOND_PERSON_GROUPS)[number];

/** An event of the audit log with its subject, such as `credential.revoke`. */
type AuditEvent = { [Of in Subject]: `${Of}.${EventOf<Of>}` }[Subject];

/** A method of the admin interface, as the registry lists it. */
export interface AdminMethod {
  readonly http: readonly ['GET' | 'POST', string];
  /** The least role that may call it. */
  readonly role: Role;
  /** It may be made to wait for a second person, with this group. */
  readonly secondPerson?: SecondPersonGroup;
  /**
   * It cannot be undone, so that the command line asks first; where a member of the request makes it so, the name of that.
   */
  readonly final?: true | string;
  /**
   * Once it is approved, who asked sends the same request again, within the time that it may wait. For what must not be
   * kept until then, or whose answer is not for the approver; otherwise it is done with the approval.
   */
  readonly whenApproved?: 'sentAgain';
  /** What it writes to the audit log, of which a request may write only a part; absent for a method that changes nothing. */
  readonly audit?: readonly [AuditEvent, ...AuditEvent[]];
  /** The command that calls it, or why there is none. */
  readonly command: string | { readonly none: string };
  readonly summary: string;
  /** Largest body in bytes, where it is not the usual one. */
  readonly bodyLimit?: number;
  /** Path and query parameters and, for a POST, the members of the body, in one object. */
  readonly request: TSchema;
  readonly response: TSchema;
}
