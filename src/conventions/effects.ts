/** Milliseconds since the Unix epoch. Tests own the time. */
export type Clock = () => number;

/** Fills the buffer with cryptographically strong random bytes and returns it. */
export type RandomFill = (target: Uint8Array) => Uint8Array;
