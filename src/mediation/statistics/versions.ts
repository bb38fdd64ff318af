import type { StatisticsDimensions } from '../ports/statistics.ts';

/** Dimensions with a high number of values. */
export const VERSION_DIMENSIONS = [
  'osVersion',
  'sdkVersion',
  'appVersion',
] as const satisfies readonly (keyof StatisticsDimensions)[];

/** What stands for the versions that are not stored by name. */
export const OTHER_VERSION = 'other';

/** The first versions of a dimension on a day, which are stored by name. */
export const VERSIONS_ADMITTED = 1000;
