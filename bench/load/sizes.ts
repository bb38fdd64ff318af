/** How much is in the stores, and how much is sent at once. */
export interface LoadSizes {
  readonly credentials: number;
  readonly groups: number;
  /** Phones that live at the same time; each has one request in a window. */
  readonly phones: number;
  /** Requests of a window that ask for MSOs; not above `credentials`. */
  readonly provisions: number;
  /** Requests of a window that only read, or mix reads and writes. */
  readonly requests: number;
}

/** Connections to each place. */
export const CONNECTIONS = 12;

const WHOLE: LoadSizes = { credentials: 300, groups: 100, phones: 90, provisions: 120, requests: 2000 };
/** One round says nothing of speed; it shows that everything works. */
const TRIAL: LoadSizes = { credentials: 12, groups: 20, phones: 15, provisions: 12, requests: 24 };

export const sizesFor = (rounds: number): LoadSizes => (rounds > 1 ? WHOLE : TRIAL);
