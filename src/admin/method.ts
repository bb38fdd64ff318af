import type { TSchema } from 'typebox';
import type { Role } from '../accounts/permissions.ts';
import type { EventOf, Subject } from '../audit/entry.ts';

/** Groups of methods that `admin.secondPerson` can name. */
export const SECOND_PERSON_GROUPS = ['holders', 'codes', 'credentials', 'keys', 'roles'] as const;
export type SecondPersonGroup = (typeof SECOND_PERSON_GROUPS)[number];

/** An event of the audit log with its subject, such as `credential.revoke`. */
type AuditEvent = { [Of in Subject]: `${Of}.${EventOf<Of>}` }[Subject];

/** A method of the admin interface, as the registry lists it. */
export interface AdminMethod {
  readonly http: readonly ['GET' | 'POST', string];
  /** The lowest role that may call it. */
  readonly role: Role;
  /** The group with which `admin.secondPerson` makes it wait for a second person. */
  readonly secondPerson?: SecondPersonGroup;
  /**
   * It cannot be undone, and the command line asks first; a string names the member of the request that makes it final.
   */
  readonly final?: true | string;
  /** Callers in a browser must have proven their password in the last minutes. */
  readonly stepUp?: true;
  /**
   * After the approval, the requester sends the same request again, within the time that it may wait. For requests that
   * must not be stored, and answers that the approver must not see; all others run with the approval.
   */
  readonly whenApproved?: 'sentAgain';
  /** The events that it may write to the audit log; absent for a method that changes nothing. */
  readonly audit?: readonly [AuditEvent, ...AuditEvent[]];
  /** Why it takes no `validateOnly`, which every other change does: its transaction is rolled back. */
  readonly noValidateOnly?: string;
  /** The method that reads the resource which it changes, by the etag of which `If-Match` decides. */
  readonly etagOf?: string;
  /** It only reads, and the audit log tells who looked. */
  readonly looks?: true;
  /** The command that calls it, or why there is none. */
  readonly command: string | { readonly none: string };
  readonly summary: string;
  /** Largest body in bytes, if it is not the usual one. */
  readonly bodyLimit?: number;
  /** Path and query parameters and, for a POST, the members of the body, in one object. */
  readonly request: TSchema;
  readonly response: TSchema;
  /** The media types of an answer that is sent as bytes: its member `content`, in base64, as `mediaType` says. */
  readonly media?: readonly string[];
}
