import type { ProofingState } from '../model/index.ts';

/** A number that is only counted up to a limit. */
export interface Capped {
  readonly count: number;
  readonly isCapped: boolean;
}

/** The number of proofings that were requested on one day and are in one state. */
export interface ProofingCount {
  /** Start of the day, milliseconds since the epoch. */
  readonly day: number;
  readonly state: ProofingState;
  readonly cause?: string;
  readonly count: number;
}

/** How long a proofing waited for its decision, and when it was requested, in milliseconds. */
export interface Wait {
  readonly createdAt: number;
  readonly waited: number;
}

/** A sample of MSOs. Their keys are hashed, so the first ones in order of hashes are random. */
export interface MsoSample {
  /** When the MSOs expire. */
  readonly expiresAt: readonly number[];
  /** How many MSOs each MSO of the sample represents; 1 if the sample contains all of them. */
  readonly factor: number;
}

/** Figures with limited work, however large the database is. */
export interface FigureReader {
  countProofings(state: ProofingState, now: number, most: number): Promise<Capped>;
  /** Counts the newest `most` proofings since `from`, by day. */
  countsByDay(from: number, most: number): Promise<readonly ProofingCount[]>;
  /** Waiting times of the newest `most` proofings since `from`. */
  waits(from: number, most: number): Promise<readonly Wait[]>;
  sampleMsos(most: number): Promise<MsoSample>;
}
