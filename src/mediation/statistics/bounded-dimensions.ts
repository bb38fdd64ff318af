import type { StatisticsDimensions } from '../ports/statistics.ts';

/** What stands for the values that are not stored by name. */
export const OTHER_VALUE = 'other';

/** Dimensions whose values nobody registers, and the first values of a day that are stored by name. */
export const VALUES_ADMITTED = {
  osVersion: 1000,
  sdkVersion: 1000,
  appVersion: 1000,
  servingRestriction: 20,
} as const satisfies Partial<Record<keyof StatisticsDimensions, number>>;

export type BoundedDimension = keyof typeof VALUES_ADMITTED;

export const BOUNDED_DIMENSIONS = Object.keys(VALUES_ADMITTED) as readonly BoundedDimension[];
