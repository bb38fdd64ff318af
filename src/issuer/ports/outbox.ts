import type { Page } from './lists.ts';

/** What the wallet platform asks the status of. */
export const NOTIFIED = ['proofing', 'credential'] as const;
export type NotifiedSubject = (typeof NOTIFIED)[number];

/**
 * The wallet platform does not know yet that the status of a subject changed. There is one for each subject at most: what
 * changes while it waits goes into it. Times are milliseconds since the epoch.
 */
export interface OutboxEntry {
  /** Sorts by `createdAt`. */
  readonly entryId: string;
  /** Counts the changes of the subject and the attempts, so that only the last one settles the entry. */
  readonly revision: number;
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
  /** When the first of the changes came. */
  readonly createdAt: number;
  /** When the last one came. */
  readonly changedAt: number;
  /** Since then. */
  readonly attempts: number;
  /** While an attempt is under way, when another process may make the next. Absent once it was given up. */
  readonly nextAttemptAt?: number;
  /** A fixed word for what was wrong with the last attempt. */
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
  /** Those whose next attempt is not after `now`, the longest due first. */
  dueOutbox(now: number, limit: number): Promise<readonly OutboxEntry[]>;
  countOutbox(): Promise<OutboxCounts>;
}

interface OutboxCounts {
  readonly waiting: number;
  /** Given up. */
  readonly failed: number;
}

export interface OutboxWriter {
  /** A new entry, or the one of the subject as if new; due at once. */
  noteChange(change: Pick<OutboxEntry, 'subject' | 'subjectId'> & { readonly at: number }): Promise<void>;
  /** False when the entry has another revision by now. */
  updateOutboxEntry(entry: OutboxEntry): Promise<boolean>;
  /** False when the entry has another revision by now. */
  deleteOutboxEntry(entry: OutboxEntry): Promise<boolean>;
}

/** A notification says that a status changed, not how. */
export interface Notice {
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
  readonly deviceReferenceId: string;
}

/** How an attempt went. */
export interface Attempt {
  /** Another one for each attempt. */
  readonly requestId: string;
  /** A fixed word for what was wrong; absent when the platform confirmed it. */
  readonly fault?: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

/** The wallet platform, where the issuer calls it. */
export interface WalletPlatform {
  /** Never rejects. */
  notify(notice: Notice): Promise<Attempt>;
}
