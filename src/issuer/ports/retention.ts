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

/** The next rows to look at, which are deleted unless a legal hold forbids it. */
export interface PurgeStep {
  /** Rows whose time passed before this are due. */
  readonly before: number;
  /** Where the step before came to; "" for the first one. */
  readonly after: string;
  /** Rows to look at. */
  readonly limit: number;
}

export interface PurgeStepResult {
  readonly purged: number;
  /** Where the next step begins; undefined at the end. */
  readonly last?: string;
}

export interface PurgeReader {
  /** Kinds that were never purged are missing. */
  purgeStates(): Promise<readonly PurgeState[]>;
}

export interface PurgeWriter {
  savePurgeState(state: PurgeState): Promise<void>;
  /** `before`: they ended. */
  purgeApprovals(step: PurgeStep): Promise<PurgeStepResult>;
  /** `before`: they expired. */
  purgeCodes(step: PurgeStep): Promise<PurgeStepResult>;
}
