import type { MethodName as AdminName } from '../../admin/registry.ts';
import type { MethodName as MediationName } from '../../mediation/contract/index.ts';
import admin from './admin.json' with { type: 'json' };
import mediation from './mediation.json' with { type: 'json' };

/** A member of a request. */
export interface Member {
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** A method of the admin interface: what its command needs before it talks to the server. */
export interface AdminOutline {
  readonly http: readonly ['GET' | 'POST', string];
  readonly command?: string;
  readonly summary: string;
  readonly final?: true;
  readonly whenApproved?: 'sentAgain';
  /** The answer is bytes. */
  readonly media?: true;
  readonly takesValidateOnly?: true;
  readonly members: Readonly<Record<string, Member>>;
}

export interface MediationOutline {
  readonly http: readonly ['GET' | 'POST' | 'PATCH', string];
  readonly kind: 'read' | 'write';
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
 * The methods of both interfaces without their schemas, which take several times as long to load as Node itself takes to
 * start. `npm run docs` makes the files of this folder.
 */
export const ADMIN_METHODS = admin as unknown as Readonly<Record<AdminName, AdminOutline>>;
export const MEDIATION_METHODS = mediation as unknown as Readonly<Record<MediationName, MediationOutline>>;
