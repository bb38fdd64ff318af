import type { ProofingState } from '../model/index.ts';

/** A number that is counted up to a limit only. */
export interface Capped {
  readonly count: number;
  readonly isCapped: boolean;
}

/** Proofings that came in on one day and are in one state. */
export interface ProofingCount {
  /** Start of the day, milliseconds since the epoch. */
  readonly day: number;
  readonly state: ProofingState;
  readonly cause?: string;
  readonly count: number;
}

/** How long a proofing waited for its decision, with the time at which it came in; milliseconds. */
export interface Wait {
  readonly createdAt: number;
  readonly waited: number;
}

/** A sample of MSOs. Keys are hashed, so the first ones by hash are random. */
export interface MsoSample {
  /** When they expire. */
  readonly expiresAt: readonly number[];
  /** How many MSOs each one of the sample represents; 1 if the sample has all. */
  readonly factor: number;
}

/** Figures whose work has a bound, however much there is. */
export interface FigureReader {
  countProofings(state: ProofingState, now: number, most: number): Promise<Capped>;
  /** Counts the newest `most` proofings since `from`, by day. */
  countsByDay(from: number, most: number): Promise<readonly ProofingCount[]>;
  /** Waiting times of the newest `most` proofings since `from`. */
  waits(from: number, most: number): Promise<readonly Wait[]>;
  sampleMsos(most: number): Promise<MsoSample>;
}
