import type { TSchema } from 'typebox';
import type { Role } from '../../accounts/permissions.ts';
import type { AuditEvent } from './effects.ts';

/** A method of the admin interface, as the registry lists it. */
export interface AdminMethod {
  readonly http: readonly ['GET' | 'POST', string];
  /** The lowest role that may call the method. */
  readonly role: Role;
  /**
   * The method cannot be undone, so the command line asks first. A string names the member of the request
   * that makes it final.
   */
  readonly final?: true | string;
  /**
   * After the approval, the requester must send the same request again, before it expires. For requests that
   * must not be stored, and for answers that the approver must not see. All other methods run at the
   * approval.
   */
  readonly whenApproved?: 'sentAgain';
  /**
   * The events that the method may write to the audit log; absent if it changes nothing. They decide who must approve it,
   * and whether it needs a recent sign-in (`effects.ts`).
   */
  readonly audit?: readonly [AuditEvent, ...AuditEvent[]];
  /**
   * Why the method does not support `validateOnly`. Every other method that makes changes does, by rolling
   * its transaction back.
   */
  readonly noValidateOnly?: string;
  /** The method that reads the resource to change. `If-Match` is compared with the etag that it returns. */
  readonly etagOf?: string;
  /** The method only reads, but writes to the audit log who read. */
  readonly auditsReads?: true;
  /** The command that calls the method, or why there is none. */
  readonly command: string | { readonly none: string };
  readonly summary: string;
  /** Maximum size of the body in bytes, if it differs from the default. */
  readonly bodyLimit?: number;
  /** Path and query parameters and, for a POST, the members of the body, in one object. */
  readonly request: TSchema;
  readonly response: TSchema;
  /**
   * The media types of an answer that is sent as bytes: the member `content` has the bytes in base64, and
   * `mediaType` their type.
   */
  readonly media?: readonly string[];
}
