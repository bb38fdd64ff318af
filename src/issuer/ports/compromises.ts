/** The live MSOs, and those that a compromised key signed. */
export interface MsoCounts {
  /** Live MSOs of live credentials. */
  readonly msos: number;
  /** Those signed by the key, on devices that did not get as many new ones. */
  readonly left: number;
  /** Credentials that have such MSOs. */
  readonly credentials: number;
  /** When the last of them ends, in milliseconds; 0 if there are none. */
  readonly lastEnd: number;
}

export interface Measurement extends MsoCounts {
  /** When the count ended. */
  readonly at: number;
}

export interface CompromiseProgress {
  /** The count that is under way: sums of the credentials up to the id `after`. */
  readonly counting?: MsoCounts & { readonly after: string };
  readonly first?: Measurement;
  readonly last?: Measurement;
}

/** A compromised key. */
export interface Compromise {
  readonly keyId: string;
  readonly revision: number;
  /** The earliest time at which somebody else may have used the key. */
  readonly since: number;
  readonly recordedAt: number;
  /** When the MSOs are counted next; absent if the key signed none that is live. */
  readonly dueAt?: number;
  readonly progress: CompromiseProgress;
}

/** The live MSOs of one credential. */
export interface CredentialMsos {
  readonly credentialId: string;
  readonly msos: number;
  /** Signed by the compromised key. */
  readonly signed: number;
  /** Signed by keys that replaced it. */
  readonly renewed: number;
  /** When the last of those ends. */
  readonly lastEnd: number;
}

export interface CompromiseReader {
  compromise(keyId: string): Promise<Compromise | undefined>;
  /** All that were ever recorded. */
  compromises(): Promise<readonly Compromise[]>;
  /** Compromised keys whose MSOs are to be counted at that time or before: all that may have live MSOs. */
  dueCompromises(now: number): Promise<readonly Compromise[]>;
  /** When the last MSO ends whose bytes are stored: not of erased holders and deleted credentials; undefined without any. */
  lastMsoEnd(): Promise<number | undefined>;
  /** Ids of the document signers that were made after this one. */
  laterSigners(keyId: string): Promise<readonly string[]>;
  /**
   * The live MSOs of the next credentials after an id, in order; `last` is absent after the last credential. MSOs of earlier
   * versions of this software, whose signer was not stored, count as signed by the key.
   */
  msosSignedBy(
    signer: number,
    later: readonly number[],
    page: { readonly after: string; readonly now: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly CredentialMsos[]; readonly last?: string }>;
}

export interface CompromiseWriter extends CompromiseReader {
  /** False if another process changed the row since it was read. */
  updateCompromise(compromise: Compromise): Promise<boolean>;
  /** Sets the bits of all unexpired MSOs of a credential that the key signed. */
  revokeEntriesSignedBy(signer: number, credentialId: string, now: number): Promise<void>;
}
