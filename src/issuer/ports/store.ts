import type { AuditReader, AuditWriter } from '../../audit/ports/log.ts';
import type { AttemptCount } from '../../conventions/attempts.ts';
import type {
  Credential,
  Device,
  Holder,
  HolderSummary,
  IssuedMso,
  PreAuthorizationCode,
  Proofing,
} from '../model/index.ts';
import type { ApprovalReader, ApprovalWriter } from './approvals.ts';
import type { ClaimReader, ClaimWriter } from './claims.ts';
import type { CompromiseReader, CompromiseWriter } from './compromises.ts';
import type { FigureReader } from './figures.ts';
import type { HolderKeyReader, HolderKeyWriter } from './holder-keys.ts';
import type { HolderSearchReader, HolderSearchWriter } from './holder-search.ts';
import type { HoldReader, HoldWriter } from './holds.ts';
import type { ListReader, Page } from './lists.ts';
import type { OutboxReader, OutboxWriter } from './outbox.ts';
import type { RequestReader, RequestWriter } from './requests.ts';
import type { PurgeReader, PurgeWriter } from './retention.ts';
import type { StatusListReader, StatusListWriter } from './status-lists.ts';

export type { Page };

/**
 * The state of the issuer panel. `write` is one transaction, which is durable when the promise resolves. The
 * callback may run again after a serialization conflict, so it must have no other effects.
 */
export interface IssuerStore {
  read<T>(use: (reader: IssuerReader) => Promise<T>): Promise<T>;
  /**
   * All reads in the callback see the data as of one moment; in `read`, each statement sees newer data. For
   * comparing several rows. The callback may run again, and must await only the reader.
   */
  snapshot<T>(use: (reader: IssuerReader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: IssuerWriter) => Promise<T>): Promise<T>;
  /** Notes an erasure outside of the database, so that it is repeated when an older database is restored. */
  noteErasure(holderId: string, erasureId: string, at: number): Promise<void>;
  /** Withdraws the note of an erasure that was not stored. */
  withdrawErasure(erasureId: string, at: number): Promise<void>;
  /**
   * Removes what was deleted or replaced from the files of the database, as far as it supports this. `key`: what encrypted the
   * erased holder, as it was stored.
   */
  expunge(after: 'erasure' | 'encryption', key?: Uint8Array): Promise<void>;
}

/** What an erasure deleted. */
export interface Erased {
  /** Number of codes. */
  readonly codes: number;
  /** What encrypted the record and all texts, as it was stored; absent if they were not encrypted. */
  readonly key?: Uint8Array;
}

export interface IssuerReader
  extends AuditReader,
    ListReader,
    RequestReader,
    ApprovalReader,
    OutboxReader,
    ClaimReader,
    PurgeReader,
    HoldReader,
    FigureReader,
    HolderSearchReader,
    HolderKeyReader,
    StatusListReader,
    CompromiseReader {
  device(deviceReferenceId: string): Promise<Device | undefined>;
  proofing(proofingId: string): Promise<Proofing | undefined>;
  /** The proofing whose primary rejection has this issuerRejectionIdentifier. */
  proofingByRejection(rejectionId: string): Promise<Proofing | undefined>;
  credential(credentialId: string): Promise<Credential | undefined>;
  /** The device's credential that is neither revoked nor deleted; there is at most one. */
  liveCredentialOf(deviceReferenceId: string): Promise<Credential | undefined>;
  liveCredentialsOfHolder(holderId: string): Promise<readonly Credential[]>;
  /** Every credential that was provisioned after this proofing. */
  credentialsOfProofing(proofingId: string): Promise<readonly Credential[]>;
  /** The device's proofings that are pending, challenged or accepted. */
  openProofingsOf(deviceReferenceId: string): Promise<readonly Proofing[]>;
  /** Ids of the devices that registered the key. More than one only in old data. */
  devicesWithKey(credentialKey: Uint8Array): Promise<readonly string[]>;
  /** Ids of all proofings that led to the holder. */
  proofingsOfHolder(holderId: string): Promise<readonly string[]>;
  holder(holderId: string): Promise<Holder | undefined>;
  holderSummary(holderId: string): Promise<HolderSummary | undefined>;
  code(codeHash: Uint8Array): Promise<PreAuthorizationCode | undefined>;
  codeById(codeId: string): Promise<PreAuthorizationCode | undefined>;
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
  /** Number of unexpired MSOs of one version of a credential. */
  validMsos(credentialId: string, versionId: string, now: number): Promise<number>;
  /** Ids of proofings whose deadline is not after `now`. */
  dueProofings(now: number, limit: number): Promise<readonly string[]>;
  /** Ids of live credentials whose required action has expired. */
  dueCredentials(now: number, limit: number): Promise<readonly string[]>;
  /** Ids of holders of these document types whose `changesOn` is not after the day `today`. */
  changingHolders(today: string, documentTypes: readonly string[], limit: number): Promise<readonly string[]>;
  listHolders(page: Page): Promise<readonly Holder[]>;
  listCodes(page: Page, holderId?: string): Promise<readonly PreAuthorizationCode[]>;
}

/** Updates name the revision that was read, and throw ConflictError if the row has another one by now. */
export interface IssuerWriter
  extends IssuerReader,
    AuditWriter,
    RequestWriter,
    ApprovalWriter,
    OutboxWriter,
    ClaimWriter,
    PurgeWriter,
    HoldWriter,
    HolderSearchWriter,
    HolderKeyWriter,
    StatusListWriter,
    CompromiseWriter {
  insertDevice(device: Device): Promise<void>;
  updateDevice(device: Device): Promise<void>;
  insertProofing(proofing: Proofing): Promise<void>;
  updateProofing(proofing: Proofing): Promise<void>;
  insertCredential(credential: Credential): Promise<void>;
  updateCredential(credential: Credential): Promise<void>;
  insertHolder(holder: Holder): Promise<void>;
  updateHolder(holder: Holder): Promise<void>;
  /**
   * Deletes the holder and its key, the holder's codes and the MSO bytes of its credentials, and replaces the holder's id
   * everywhere else by `erasureId`.
   */
  eraseHolder(holderId: string, erasureId: string): Promise<Erased>;
  insertCode(code: PreAuthorizationCode): Promise<void>;
  /** False if the code was already used or revoked. */
  useCode(codeId: string, proofingId: string): Promise<boolean>;
  /** False if the code was already used or revoked. */
  revokeCode(codeId: string, at: number): Promise<boolean>;
  saveCodeAttempts(count: AttemptCount): Promise<void>;
  /** Deletes the counts whose window has ended. */
  purgeCodeAttempts(now: number): Promise<void>;
  /** Throws ConflictError if one of the keys was certified before, or an entry of a status list was used. */
  insertMsos(msos: readonly IssuedMso[]): Promise<void>;
  /** Deletes the MSO bytes of a credential, so that they can no longer be replayed. The key hashes stay. */
  dropMsos(credentialId: string): Promise<void>;
  /** Deletes the bytes of expired MSOs; returns their number. */
  purgeExpiredMsos(now: number, limit: number): Promise<number>;
}
