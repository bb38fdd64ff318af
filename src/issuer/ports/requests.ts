import type { Page } from './lists.ts';
import type { PurgeStep, PurgeStepResult } from './retention.ts';

/** The interfaces whose requests are logged. The endpoints of OAuth belong to no panel. */
export const REQUEST_INTERFACES = ['issuer', 'admin', 'mediation', 'oauth'] as const;
export type RequestInterface = (typeof REQUEST_INTERFACES)[number];

/**
 * The log entry of an answered request. The only values in it are ids that this server knows, and what looks like the id of
 * an OAuth client.
 */
export interface HandledRequest {
  /** Chosen by the client, not necessarily unique; "" if it could not be read. */
  readonly requestId: string;
  readonly interface: RequestInterface;
  readonly operation: string;
  /** Time of arrival, milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds until the answer. */
  readonly microseconds: number;
  readonly bodyBytes: number;
  /** Names of declared members that were present. Lists have their length: `authKeys[10]`. */
  readonly members: readonly string[];
  /** `ok`, the reason of the refusal, `overload` or `internal`. */
  readonly outcome: string;
  readonly failedCheck?: string;
  /** The condition in the order of checks that did not hold. */
  readonly condition?: string;
  /** Fixed words and names of fields. */
  readonly description?: string;
  /** What to do, in fixed words. */
  readonly remedy?: string;
  /** issuerErrorIdentifier of the answer. */
  readonly errorId?: string;
  /** The caller, except in the issuer interface and that of OAuth. */
  readonly operatorId?: string;
  /** The OAuth client of the caller, or the one that a refused request of OAuth named. */
  readonly clientId?: string;
  readonly publisherId?: string;
  readonly ids: RequestIds;
}

/** Subjects that a request names. */
export interface RequestIds {
  readonly deviceReferenceId?: string;
  readonly proofingId?: string;
  readonly credentialId?: string;
}

/** Logs requests asynchronously, after they are answered. */
export interface RequestLog {
  /** Resolves when all requests that were answered before are stored. */
  settled(): Promise<void>;
}

/** Filters for refused requests; all given conditions must match. */
export interface RefusedFilter {
  readonly reason?: string;
  readonly operation?: string;
  readonly deviceReferenceId?: string;
  readonly operatorId?: string;
  readonly clientId?: string;
  readonly publisherId?: string;
  /** Range of time in milliseconds since the epoch; the end is excluded. */
  readonly from?: number;
  readonly before?: number;
}

/** A refused request with its position in the list. */
export interface RefusedRequest extends HandledRequest {
  readonly entryId: string;
}

/** The key of a count of requests. */
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
  /** Hours that begin in this period. */
  readonly from: number;
  readonly before: number;
}

export interface RequestReader {
  /** Newest first. */
  listRefusedRequests(page: Page, filter: RefusedFilter): Promise<readonly RefusedRequest[]>;
  requestCounts<By extends keyof RequestKey>(
    wanted: CountedRequests<By>,
  ): Promise<readonly RequestCount<By>[]>;
  /**
   * Requests with this requestId, or the request that was answered with this issuerErrorIdentifier; oldest
   * first.
   */
  requests(id: string, limit: number): Promise<readonly HandledRequest[]>;
}

export interface RequestWriter {
  /** Leaves out ids that this server does not know. */
  insertRequests(requests: readonly HandledRequest[]): Promise<void>;
  /** Deletes requests that arrived before `step.before`. */
  purgeRequests(step: PurgeStep): Promise<PurgeStepResult>;
}
