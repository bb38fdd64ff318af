/** Kinds of rows that are deleted when their time has passed. The audit log is purged by its seals instead. */
export const PURGED_KINDS = ['requests', 'codes', 'approvals'] as const;
export type PurgedKind = (typeof PURGED_KINDS)[number];

/** The state of the purge of one kind, which all processes share. */
export interface PurgeState {
  readonly kind: PurgedKind;
  /** No process purges this kind before. */
  readonly dueAt: number;
  /** Rows that the purge which is going on has deleted so far. */
  readonly soFar: number;
  /** When a purge last came to its end. */
  readonly doneAt?: number;
}

export interface PurgeReader {
  /** Kinds that were never purged are missing. */
  purgeStates(): Promise<readonly PurgeState[]>;
}

export interface PurgeWriter {
  savePurgeState(state: PurgeState): Promise<void>;
  /** Deletes approvals that ended before this time; returns their number. */
  purgeApprovals(endedBefore: number, limit: number): Promise<number>;
}
