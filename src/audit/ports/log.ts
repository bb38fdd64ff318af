import type { Rows } from '../../conventions/order-by.ts';
import type { AuditEntry, EventOf, LoggedEntry, Subject } from '../entry.ts';
import type { AnchorReader, AnchorWriter } from './anchors.ts';
import type { SealReader, SealWriter } from './seals.ts';

/** What a purge must leave because of legal holds. */
export interface HeldReader {
  /** Entries of the audit log from this time on must be kept; undefined without an open hold. */
  heldSince(): Promise<number | undefined>;
}

export interface EntryFilter {
  readonly subject?: Subject;
  readonly subjectId?: string;
  readonly event?: EventOf<Subject>;
  readonly publisherId?: string;
  readonly operatorId?: string;
  /** Entries of changes that this user or client made, not as an operator. */
  readonly callerId?: string;
  /** Entries of changes that this user, client or operator made. */
  readonly authorId?: string;
  readonly requestId?: string;
  /** Id of the method, for changes of publishers. */
  readonly method?: string;
  /** About any of these subjects. Pages may be short: they are filled from as many entries of each subject as fit. */
  readonly among?: readonly (readonly [subject: Subject, subjectId: string])[];
  /** Range of time in milliseconds since the epoch; the end is excluded. */
  readonly from?: number;
  readonly before?: number;
}

export interface LogReader {
  /**
   * Returns fewer entries than requested if they are large, but always at least one if any is left. `basic` leaves their
   * details unread.
   */
  listEntries(page: Rows, filter: EntryFilter, view?: 'basic' | 'full'): Promise<readonly LoggedEntry[]>;
  /** The subject's last change of state, or its registration, up to a time. */
  lastChange(subject: Subject, subjectId: string, until: number): Promise<LoggedEntry | undefined>;
}

/** The part of every writer that records the audit log entries of a change. */
export interface LogWriter {
  /** Writes entries in the same transaction as the change that they record. */
  record(...entries: readonly AuditEntry[]): Promise<void>;
}

export interface AuditReader extends LogReader, SealReader, AnchorReader, BaselineReader, HeldReader {}
export interface AuditWriter extends AuditReader, LogWriter, SealWriter, AnchorWriter, BaselineWriter {}

/** The store of the audit log. `write` is one transaction; its callback may run again. */
export interface AuditStore {
  read<T>(use: (reader: AuditReader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: AuditWriter) => Promise<T>): Promise<T>;
}

/** The settings at the last start. */
export interface StartedBaseline {
  /** Digest of all settings together. */
  readonly digest: string;
  /** Digest of each setting, by name. */
  readonly members: Readonly<Record<string, string>>;
  readonly startedAt: number;
}

export interface BaselineReader {
  baseline(): Promise<StartedBaseline | undefined>;
}

export interface BaselineWriter {
  saveBaseline(baseline: StartedBaseline): Promise<void>;
}
