import type { Holder } from '../model/index.ts';

/** The record of a holder before its last change. */
export interface EarlierRecord {
  readonly recordVersion: number;
  readonly record: Uint8Array;
  readonly replacedAt: number;
}

export interface EarlierRecordReader {
  earlierRecord(holderId: string): Promise<EarlierRecord | undefined>;
}

export interface EarlierRecordWriter {
  /** Stores the record that a change replaces, in place of an earlier one. */
  saveEarlierRecord(replaced: Holder, replacedAt: number): Promise<void>;
}
