import type { Page } from './lists.ts';

/** Subjects whose status the wallet platform can request. */
export const NOTIFIED = ['proofing', 'credential'] as const;
export type NotifiedSubject = (typeof NOTIFIED)[number];

/**
 * A notification that the status of a subject changed. Each subject has at most one entry, which covers all
 * changes until it is delivered. Times are milliseconds since the epoch.
 */
export interface OutboxEntry {
  /** Ids sort by `createdAt`. */
  readonly entryId: string;
  /**
   * Counts the changes of the subject and the attempts, so that only the latest attempt can complete the
   * entry.
   */
  readonly revision: number;
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
  /** Time of the first change. */
  readonly createdAt: number;
  /** Time of the last change. */
  readonly changedAt: number;
  /** Attempts since the last change. */
  readonly attempts: number;
  /**
   * When the next attempt is due. During an attempt: when another process may take over. Absent after the
   * last attempt.
   */
  readonly nextAttemptAt?: number;
  /** Code of the last attempt's failure. */
  readonly fault?: string;
}

export interface OutboxFilter {
  readonly state?: 'waiting' | 'failed';
  readonly subject?: NotifiedSubject;
  readonly subjectId?: string;
}

export interface OutboxReader {
  listOutbox(page: Page, filter: OutboxFilter): Promise<readonly OutboxEntry[]>;
  outboxEntry(subject: NotifiedSubject, subjectId: string): Promise<OutboxEntry | undefined>;
  /** Entries that are due at `now`; those that are due longest come first. */
  dueOutbox(now: number, limit: number): Promise<readonly OutboxEntry[]>;
  countOutbox(): Promise<OutboxCounts>;
}

interface OutboxCounts {
  readonly waiting: number;
  /** Number of entries whose delivery was given up. */
  readonly failed: number;
  /** When the first of the waiting entries was made. */
  readonly oldestAt?: number;
}

export interface OutboxWriter {
  /** Adds the subject's entry, or resets an existing one. The entry is due at once. */
  noteChange(change: Pick<OutboxEntry, 'subject' | 'subjectId'> & { readonly at: number }): Promise<void>;
  /** False if the entry has another revision by now. */
  updateOutboxEntry(entry: OutboxEntry): Promise<boolean>;
  /** False if the entry has another revision by now. */
  deleteOutboxEntry(entry: OutboxEntry): Promise<boolean>;
}

/** A notification says that a status changed, but not how. */
export interface Notice {
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
  readonly deviceReferenceId: string;
}

/** Result of an attempt. */
export interface Attempt {
  /** A new id for each attempt. */
  readonly requestId: string;
  /** Code of the failure; absent if the platform confirmed the notification. */
  readonly fault?: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

/** The wallet platform's interface for issuers. */
export interface WalletPlatform {
  /** Never rejects. */
  notify(notice: Notice): Promise<Attempt>;
}
