import type { Store } from '../../conventions/store.ts';
import type { HolderSearchWriter } from './holder-search.ts';
import type { OperatorReader, OperatorWriter } from './operators.ts';

/** What sweeps look for: rows whose time has passed. */
export interface SweepReader extends OperatorReader {
  /** Ids of proofings whose deadline is not after `now`. */
  dueProofings(now: number, limit: number): Promise<readonly string[]>;
  /** Ids of live credentials whose required action has expired. */
  dueCredentials(now: number, limit: number): Promise<readonly string[]>;
  /** Ids of holders of these document types whose `changesOn` is not after the day `today`. */
  changingHolders(today: string, documentTypes: readonly string[], limit: number): Promise<readonly string[]>;
}

export interface SweepWriter extends SweepReader, OperatorWriter, HolderSearchWriter {
  /** Deletes the counts whose window has ended. */
  purgeCodeAttempts(now: number): Promise<void>;
  /** Deletes the bytes of expired MSOs; returns their number. */
  purgeExpiredMsos(now: number, limit: number): Promise<number>;
}

export type SweepStore = Store<SweepReader, SweepWriter>;
