/** What was kept of a request that was answered. No values of it but ids that are known here. */
export interface HandledRequest {
  /** Chosen by the client, not necessarily unique; "" if it could not be read. */
  readonly requestId: string;
  readonly interface: 'issuer' | 'admin';
  readonly operation: string;
  /** When it came in, milliseconds since the epoch. */
  readonly at: number;
  /** Until it was answered. */
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

/** What a request names. */
export interface RequestIds {
  readonly deviceReferenceId?: string;
  readonly proofingId?: string;
  readonly credentialId?: string;
}

/** Takes requests down behind their answers. */
export interface RequestLog {
  /** Resolves when everything that was answered so far can be found in the store. */
  settled(): Promise<void>;
}

export interface RequestReader {
  /** Requests of a requestId, or the one that was answered with this issuerErrorIdentifier; oldest first. */
  requests(id: string, limit: number): Promise<readonly HandledRequest[]>;
}

export interface RequestWriter {
  /** Ids in them that are not known here are left out. */
  insertRequests(requests: readonly HandledRequest[]): Promise<void>;
  /** Drops the oldest requests that came in before a time; returns how many. */
  purgeRequests(before: number, limit: number): Promise<number>;
}
