/** Counts an attempt with a code, by its keyed digest. Rejects, before anything is looked up, when there were too many. */
export type LimitCode = (codeHash: Uint8Array) => Promise<void>;
