import type {
  Credential,
  Device,
  Holder,
  IssuedMso,
  PreAuthorizationCode,
  Proofing,
  StateChange,
} from './entities.ts';

/**
 * Where the panel's state lives. `write` is one transaction: all of the callback is kept, durably, before the
 * promise resolves, or none of it. A callback may be run again after a serialization conflict, so it has no
 * effects of its own.
 */
export interface IssuerStore {
  read<T>(use: (reader: IssuerReader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: IssuerWriter) => Promise<T>): Promise<T>;
}

export interface Page {
  /** At most this many rows, in ascending order of id. */
  readonly limit: number;
  /** Rows after this id. */
  readonly after?: string;
}

export interface IssuerReader {
  device(deviceReferenceId: string): Promise<Device | undefined>;
  proofing(proofingId: string): Promise<Proofing | undefined>;
  credential(credentialId: string): Promise<Credential | undefined>;
  /** The credential of the device that is neither revoked nor deleted; there is at most one. */
  liveCredentialOf(deviceReferenceId: string): Promise<Credential | undefined>;
  liveCredentialsOfHolder(holderId: string): Promise<readonly Credential[]>;
  /** Every credential that was provisioned with the proofing. */
  credentialsOfProofing(proofingId: string): Promise<readonly Credential[]>;
  holder(holderId: string): Promise<Holder | undefined>;
  code(codeHash: Uint8Array): Promise<PreAuthorizationCode | undefined>;
  msos(keyHashes: readonly Uint8Array[]): Promise<readonly IssuedMso[]>;
  /** Ids of pending and challenged proofings whose deadline is not after `now`. */
  dueProofings(now: number, limit: number): Promise<readonly string[]>;
  /** Ids of live credentials whose required action expired. */
  dueCredentials(now: number, limit: number): Promise<readonly string[]>;
  listHolders(page: Page): Promise<readonly Holder[]>;
  listProofings(page: Page): Promise<readonly Proofing[]>;
  listCredentials(page: Page): Promise<readonly Credential[]>;
  changesOf(subject: StateChange['subject'], subjectId: string): Promise<readonly StateChange[]>;
}

/** Updates name the revision that was read; they throw ConflictError when the row has another one by now. */
export interface IssuerWriter extends IssuerReader {
  insertDevice(device: Device): Promise<void>;
  updateDevice(device: Device): Promise<void>;
  insertProofing(proofing: Proofing): Promise<void>;
  updateProofing(proofing: Proofing): Promise<void>;
  insertCredential(credential: Credential): Promise<void>;
  updateCredential(credential: Credential): Promise<void>;
  insertHolder(holder: Holder): Promise<void>;
  updateHolder(holder: Holder): Promise<void>;
  insertCode(code: PreAuthorizationCode): Promise<void>;
  /** False when the code was used already. */
  useCode(codeHash: Uint8Array, proofingId: string): Promise<boolean>;
  /** Throws ConflictError when one of the keys was certified before. */
  insertMsos(msos: readonly IssuedMso[]): Promise<void>;
  /** Drops the MSO bytes of a credential, whose MSOs can no longer be replayed; the key hashes stay. */
  dropMsos(credentialId: string): Promise<void>;
  /** Drops the bytes of expired MSOs; tells how many. */
  purgeExpiredMsos(now: number, limit: number): Promise<number>;
  record(change: StateChange): Promise<void>;
}
