import type { Page } from './lists.ts';

/** The log entry of an answered request. Of its values it contains only ids that this server knows. */
export interface HandledRequest {
  /** Chosen by the client, not necessarily unique; "" if it could not be read. */
  readonly requestId: string;
  readonly interface: 'issuer' | 'admin';
  readonly operation: string;
  /** Time of arrival, milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds until the answer. */
  readonly microseconds: number;
  readonly bodyBytes: number;
  /** Names of declared members that were present; with the length for lists: `authKeys[10]`. */
  readonly members: readonly string[];
  /** `ok`, the reason of the refusal, `overload` or `internal`. */
  readonly outcome: string;
  readonly failedCheck?: string;
  /** Fixed words and names of fields. */
  readonly description?: string;
  /** issuerErrorIdentifier of the answer. */
  readonly errorId?: string;
  readonly operatorId?: string;
  readonly ids: RequestIds;
}

/** Subjects that a request mentions. */
export interface RequestIds {
  readonly deviceReferenceId?: string;
  readonly proofingId?: string;
  readonly credentialId?: string;
}

/** Logs requests asynchronously, after their answers. */
export interface RequestLog {
  /** Resolves when all requests that were answered so far are stored. */
  settled(): Promise<void>;
}

/** Which refused requests: all conditions that are given hold. */
export interface RefusedFilter {
  readonly reason?: string;
  readonly operation?: string;
  readonly deviceReferenceId?: string;
  /** Range of time, the end excluded; milliseconds since the epoch. */
  readonly from?: number;
  readonly before?: number;
}

/** A refused request with its place in the list. */
export interface RefusedRequest extends HandledRequest {
  readonly entryId: string;
}

/** Keys of the counts of requests. */
interface RequestKey {
  /** Start of the hour, milliseconds since the epoch. */
  readonly hour: number;
  readonly interface: string;
  readonly operation: string;
  readonly outcome: string;
}

export type RequestCount<By extends keyof RequestKey> = Pick<RequestKey, By> & { readonly requests: number };

interface CountedRequests<By extends keyof RequestKey> {
  readonly by: readonly By[];
  readonly isRefused: boolean;
  /** Hours that begin in the period. */
  readonly from: number;
  readonly before: number;
}

export interface RequestReader {
  /** Newest first. */
  listRefusedRequests(page: Page, filter: RefusedFilter): Promise<readonly RefusedRequest[]>;
  requestCounts<By extends keyof RequestKey>(
    wanted: CountedRequests<By>,
  ): Promise<readonly RequestCount<By>[]>;
  /** Requests of a requestId, or the one that was answered with this issuerErrorIdentifier; oldest first. */
  requests(id: string, limit: number): Promise<readonly HandledRequest[]>;
}

export interface RequestWriter {
  /** Omits ids that this server does not know. */
  insertRequests(requests: readonly HandledRequest[]): Promise<void>;
  /** Deletes the oldest requests that arrived before a time; returns the number. */
  purgeRequests(before: number, limit: number): Promise<number>;
}
