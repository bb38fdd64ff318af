import type { AuditReader, AuditWriter } from '../../audit/ports/log.ts';
import type { Store } from '../../conventions/store.ts';
import type { ApprovalReader, ApprovalWriter } from './approvals.ts';
import type { ClaimReader, ClaimWriter } from './claims.ts';
import type { EarlierRecordReader } from './earlier-records.ts';
import type { FigureReader } from './figures.ts';
import type { HolderKeyReader, HolderKeyWriter } from './holder-keys.ts';
import type { HolderSearchReader } from './holder-search.ts';
import type { HoldReader, HoldWriter } from './holds.ts';
import type { ListReader } from './lists.ts';
import type { PeopleReader } from './people.ts';
import type { RequestReader } from './requests.ts';
import type { IssuerReader, IssuerWriter } from './store.ts';

/** What operators see, beside the state of the panel. */
export interface OperatorReader
  extends IssuerReader,
    AuditReader,
    ListReader,
    ApprovalReader,
    ClaimReader,
    HoldReader,
    FigureReader,
    HolderSearchReader,
    HolderKeyReader,
    EarlierRecordReader,
    PeopleReader,
    RequestReader {}

export interface OperatorWriter
  extends OperatorReader,
    IssuerWriter,
    AuditWriter,
    ApprovalWriter,
    ClaimWriter,
    HoldWriter,
    HolderKeyWriter {
  /**
   * Deletes the holder and its key, the holder's codes and the MSO bytes of its credentials, and replaces the holder's id
   * everywhere else by `erasureId`.
   */
  eraseHolder(holderId: string, erasureId: string): Promise<Erased>;
}

/** The state that the administration reads and changes. */
export interface OperatorStore extends Store<OperatorReader, OperatorWriter>, Erasures {}

/** What an erasure deleted. */
export interface Erased {
  /** Number of codes. */
  readonly codes: number;
  /** What encrypted the record and all texts, as it was stored; absent if they were not encrypted. */
  readonly key?: Uint8Array;
}

/** What an erasure does outside of its transaction. */
export interface Erasures {
  /** Notes an erasure outside of the database, so that it is repeated when an older database is restored. */
  noteErasure(holderId: string, erasureId: string, at: number): Promise<void>;
  /** Withdraws the note of an erasure that was not stored. */
  withdrawErasure(erasureId: string, at: number): Promise<void>;
  /**
   * Removes what was deleted or replaced from the files of the database, as far as it supports this. `key`: what encrypted the
   * erased holder, as it was stored.
   */
  expunge(key?: Uint8Array): Promise<void>;
}
