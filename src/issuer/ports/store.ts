import type { LogReader, LogWriter } from '../../audit/ports/log.ts';
import type { AttemptCount } from '../../conventions/attempt-limit.ts';
import type { Store } from '../../conventions/store.ts';
import type {
  Credential,
  Device,
  Holder,
  HolderSummary,
  IssuedMso,
  PreAuthorizationCode,
  Proofing,
} from '../model/index.ts';
import type { CompromiseReader, CompromiseWriter } from './compromises.ts';
import type { EarlierRecordWriter } from './earlier-records.ts';
import type { ListReader } from './lists.ts';
import type { OutboxReader, OutboxWriter } from './outbox.ts';
import type { StatusListReader, StatusListWriter } from './status-lists.ts';

/** The state of the issuer panel. */
export type IssuerStore = Store<IssuerReader, IssuerWriter>;

export interface IssuerReader
  extends LogReader,
    OutboxReader,
    StatusListReader,
    CompromiseReader,
    Pick<ListReader, 'lastChangesOfCredentials'> {
  device(deviceReferenceId: string): Promise<Device | undefined>;
  proofing(proofingId: string): Promise<Proofing | undefined>;
  credential(credentialId: string): Promise<Credential | undefined>;
  /** The device's credential that is neither revoked nor deleted; there is at most one. */
  liveCredentialOf(deviceReferenceId: string): Promise<Credential | undefined>;
  liveCredentialsOfHolder(holderId: string): Promise<readonly Credential[]>;
  /** Every credential that was provisioned after this proofing. */
  credentialsOfProofing(proofingId: string): Promise<readonly Credential[]>;
  /** The device's proofings that are pending, challenged or accepted. */
  openProofingsOf(deviceReferenceId: string): Promise<readonly Proofing[]>;
  /** The id of the device that registered the key. */
  deviceWithKey(credentialKey: Uint8Array): Promise<string | undefined>;
  holder(holderId: string): Promise<Holder | undefined>;
  holderSummary(holderId: string): Promise<HolderSummary | undefined>;
  code(codeHash: Uint8Array): Promise<PreAuthorizationCode | undefined>;
  /** The count of wrong codes of one subject. */
  codeAttempts(subject: string): Promise<AttemptCount | undefined>;
  /**
   * Devices that were accepted for the holder's document after `since` and may still provision it at `now`.
   */
  devicesToProvision(
    holderId: string,
    period: { readonly since: number; readonly now: number },
  ): Promise<readonly string[]>;
  msos(keyHashes: readonly Uint8Array[]): Promise<readonly IssuedMso[]>;
}

/** Updates name the revision that was read, and throw ConflictError if the row has another one by now. */
export interface IssuerWriter
  extends IssuerReader,
    LogWriter,
    OutboxWriter,
    StatusListWriter,
    CompromiseWriter,
    EarlierRecordWriter {
  insertDevice(device: Device): Promise<void>;
  updateDevice(device: Device): Promise<void>;
  insertProofing(proofing: Proofing): Promise<void>;
  updateProofing(proofing: Proofing): Promise<void>;
  insertCredential(credential: Credential): Promise<void>;
  updateCredential(credential: Credential): Promise<void>;
  insertHolder(holder: Holder): Promise<void>;
  updateHolder(holder: Holder): Promise<void>;
  insertCode(code: PreAuthorizationCode): Promise<void>;
  /** False if the code was already used or revoked. */
  useCode(codeId: string, proofingId: string): Promise<boolean>;
  /** False if the code was already used or revoked. */
  revokeCode(codeId: string, at: number): Promise<boolean>;
  /** Counts a wrong second secret of the code; returns how many there were. */
  countWrongTxCode(codeId: string): Promise<number>;
  saveCodeAttempts(count: AttemptCount): Promise<void>;
  /** Throws ConflictError if one of the keys was certified before, or an entry of a status list was used. */
  insertMsos(msos: readonly IssuedMso[]): Promise<void>;
  /** Deletes the MSO bytes of a credential, so that they can no longer be replayed. The key hashes stay. */
  dropMsos(credentialId: string): Promise<void>;
}
