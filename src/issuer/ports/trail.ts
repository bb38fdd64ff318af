import type { Sort } from '../../conventions/order-by.ts';
import type {
  Credential,
  CredentialState,
  Device,
  Proofing,
  ProofingState,
  StateChange,
} from '../model/index.ts';
import type { HandledRequest } from './requests.ts';

export interface Page {
  /** At most this many rows. */
  readonly limit: number;
  /** Rows behind the one with this id. */
  readonly after?: string;
  /** What that row is sorted by, where it is not its id. */
  readonly afterKey?: number;
  /** In ascending order of id when it is left out. */
  readonly sort?: Sort;
}

/** From and before which time, milliseconds since the epoch. */
interface Period {
  readonly from?: number;
  readonly before?: number;
}

/** `now` decides which deadlines have passed: rows are shown and found as they are then. */
export interface ProofingFilter extends Period {
  readonly now: number;
  readonly state?: ProofingState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
}

export interface CredentialFilter extends Period {
  readonly now: number;
  readonly state?: CredentialState;
  readonly holderId?: string;
  readonly deviceReferenceId?: string;
}

export interface ChangeFilter extends Period {
  readonly subject?: StateChange['subject'];
  readonly subjectId?: string;
  readonly operatorId?: string;
  readonly requestId?: string;
}

/** A change with its place in the trail: ids sort by time. */
export interface TrailedChange extends StateChange {
  readonly changeId: string;
}

/** What operators look at. */
export interface TrailReader {
  listDevices(page: Page): Promise<readonly Device[]>;
  listProofings(page: Page, filter: ProofingFilter): Promise<readonly Proofing[]>;
  listCredentials(page: Page, filter: CredentialFilter): Promise<readonly Credential[]>;
  listChanges(page: Page, filter: ChangeFilter): Promise<readonly TrailedChange[]>;
  /** The last change up to a time that brought the subject into a state, or registered it. */
  lastChange(
    subject: StateChange['subject'],
    subjectId: string,
    until: number,
  ): Promise<StateChange | undefined>;
  /** Requests of a requestId, or the one that was answered with this issuerErrorIdentifier; oldest first. */
  requests(id: string, limit: number): Promise<readonly HandledRequest[]>;
}

export interface TrailWriter {
  record(change: StateChange): Promise<void>;
  /** Ids in them that are not known here are left out. */
  insertRequests(requests: readonly HandledRequest[]): Promise<void>;
  /** Drops the oldest requests that came in before a time; tells how many. */
  purgeRequests(before: number, limit: number): Promise<number>;
}
