import type { Role } from '../../accounts/roles.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import type { OperatorActor } from '../../issuer/model/index.ts';

/** What can wait: a method of the admin interface, of whichever panel. */
export interface WaitingMethod {
  /** The least role for it. */
  readonly role: Role;
  readonly call: (request: object, actor: OperatorActor) => Promise<object>;
  readonly whenApproved?: 'sentAgain' | undefined;
}

export interface ApprovalDeps extends Pick<IssuerDeps, 'store' | 'clock' | 'random'> {
  /** By the name of the method. */
  readonly methods: ReadonlyMap<string, WaitingMethod>;
  /** The role that somebody has now; undefined for none. */
  readonly roleOf: (operatorId: string) => Promise<Role | undefined>;
  /** False for a credential that anybody with access to a file can use. */
  readonly isPerson: (operatorId: string) => boolean;
  /** How long a request waits for a second person, and then for who asked; milliseconds. */
  readonly waits: number;
}
