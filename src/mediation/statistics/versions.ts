import type { StatisticsDimensions } from '../ports/statistics.ts';

/** Dimensions with a high number of values. */
export const VERSION_DIMENSIONS = [
  'osVersion',
  'sdkVersion',
  'appVersion',
] as const satisfies readonly (keyof StatisticsDimensions)[];

/** What stands for the versions that are not stored by name. */
export const OTHER_VERSION = 'other';

/** Versions of a dimension that are stored by name while a day lasts. */
export const VERSIONS_ADMITTED = 1000;

/** The most frequent ones, which are kept when the day is over. */
export const VERSIONS_KEPT = 200;
