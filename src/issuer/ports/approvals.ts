import type { User } from '../../accounts/ports/entities.ts';
import type { Approval, ApprovalState } from '../model/index.ts';
import type { Page } from './lists.ts';

/** `now` decides which deadlines have passed. */
export interface ApprovalFilter {
  readonly now: number;
  readonly state?: ApprovalState;
}

export interface ApprovalReader {
  /** Who requested or decides. */
  user(userId: string): Promise<User | undefined>;
  approval(approvalId: string): Promise<Approval | undefined>;
  listApprovals(page: Page, filter: ApprovalFilter): Promise<readonly Approval[]>;
  /** The approval for an equal request by the same operator. */
  sameApproval(
    wanted: Pick<Approval, 'method' | 'requestedBy' | 'state'> & {
      readonly arguments: string;
      readonly now: number;
    },
  ): Promise<Approval | undefined>;
  /** Approvals whose stored request contains one of the ids as a text at any place. */
  approvalsNaming(ids: readonly string[]): Promise<readonly Approval[]>;
  /** Ids of approvals whose deadline is not after `now`. */
  dueApprovals(now: number, limit: number): Promise<readonly string[]>;
}

export interface ApprovalWriter {
  insertApproval(approval: Approval): Promise<void>;
  /** Throws ConflictError if the row has another revision by now. */
  updateApproval(approval: Approval): Promise<void>;
}
