/**
 * An operator who has a proofing open. Claims keep other operators from working on the same proofing; a
 * decision needs no claim.
 */
export interface ProofingClaim {
  readonly proofingId: string;
  readonly operatorId: string;
  readonly claimedAt: number;
  readonly expiresAt: number;
}

export interface ClaimReader {
  /** The claims of these proofings that are valid at `now`. */
  claims(proofingIds: readonly string[], now: number): Promise<readonly ProofingClaim[]>;
}

export interface ClaimWriter {
  /** Saves a claim and replaces the previous one. */
  saveClaim(claim: ProofingClaim): Promise<void>;
  deleteClaim(proofingId: string): Promise<void>;
  /** Deletes claims that have ended. */
  purgeClaims(now: number): Promise<void>;
}
