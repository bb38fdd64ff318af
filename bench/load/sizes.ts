/** The sizes of the stores, and the number of requests in a window. */
export interface LoadSizes {
  readonly credentials: number;
  readonly groups: number;
  /** Number of phones that exist at the same time; each sends one request in a window. */
  readonly phones: number;
  /** Number of requests for MSOs in a window; at most `credentials`. */
  readonly provisions: number;
  /** Number of requests in a window that only reads, or mixes reads and writes. */
  readonly requests: number;
}

/** Number of connections to each place. */
export const CONNECTIONS = 12;

const WHOLE: LoadSizes = { credentials: 300, groups: 100, phones: 90, provisions: 120, requests: 2000 };
/** A trial has one round. It shows that everything works and says nothing about speed. */
const TRIAL: LoadSizes = { credentials: 12, groups: 20, phones: 15, provisions: 12, requests: 24 };

export const sizesFor = (rounds: number): LoadSizes => (rounds > 1 ? WHOLE : TRIAL);
