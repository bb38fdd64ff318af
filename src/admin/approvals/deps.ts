import type { IssuerDeps } from '../../issuer/deps.ts';
import type { Caller } from '../operation.ts';
import type { RoleOf } from '../policy/second-person.ts';

/** A method that can wait for a second person. */
export interface WaitingMethod {
  /** Runs it with the arguments that were kept as JSON. */
  readonly run: (kept: string, caller: Caller) => Promise<object>;
  readonly whenApproved: 'sentAgain' | undefined;
}

export interface ApprovalDeps extends Pick<IssuerDeps, 'store' | 'clock' | 'random'> {
  /** By the name of the method. */
  readonly methods: ReadonlyMap<string, WaitingMethod>;
  readonly roleOf: RoleOf;
  /** How long a request waits for a second person, and then for its requester to send it again; milliseconds. */
  readonly waits: number;
}
