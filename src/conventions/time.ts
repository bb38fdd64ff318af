/** Returns milliseconds since the Unix epoch. Tests replace it. */
export type Clock = () => number;

/** Durations in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In seconds, the unit of settings and of OAuth. */
export const DAY_IN_SECONDS = DAY / SECOND;
