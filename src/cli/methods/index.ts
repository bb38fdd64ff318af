import type { MethodName } from '../../admin/contract/index.ts';
import admin from './admin.json' with { type: 'json' };

/** A member of a request. */
export interface Member {
  readonly description?: string;
  readonly enum?: readonly string[];
  /** `date-time`: a time. */
  readonly format?: string;
  /** The messages that it may have, by the names of its members. */
  readonly members?: readonly string[];
}

/** A method of the admin interface: what its command needs before it talks to the server. */
export interface AdminOutline {
  readonly http: readonly ['GET' | 'POST', string];
  readonly command?: string;
  readonly summary: string;
  /** A string names the member that makes it final. */
  readonly final?: true | string;
  readonly whenApproved?: 'sentAgain';
  /** The answer is bytes. */
  readonly media?: true;
  readonly takesValidateOnly?: true;
  readonly members: Readonly<Record<string, Member>>;
}

/** A command: what the help of its group and the completion of a shell show. */
export interface CommandOutline {
  readonly description: string;
  readonly arguments?: readonly string[];
  /** What the arguments can be. */
  readonly values?: readonly string[];
  /** The values of each option by its flags; empty if they are not listed. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The methods of the admin interface without their schemas, which take several times as long to load as Node itself takes to
 * start. `npm run docs` makes the files of this folder.
 */
export const ADMIN_METHODS = admin as unknown as Readonly<Record<MethodName, AdminOutline>>;
