import type { Rule } from '../rule.ts';
import { AD_UNITS } from './ad-units.ts';
import { BIDDING } from './bidding.ts';
import { ENDED_EXCEPTIONS } from './ended-exceptions.ts';
import { EXPERIMENT_USERS } from './experiment-users.ts';
import { EXPERIMENTS } from './experiments.ts';
import { FIT } from './fit.ts';
import { IDFA } from './idfa.ts';
import { MAPPING_USE } from './mapping-use.ts';
import { MAPPINGS } from './mappings.ts';
import { NAMES } from './names.ts';
import { OVERLAPS } from './overlaps.ts';
import { PRICE_AGE } from './price-age.ts';
import { PRICES } from './prices.ts';
import { REGIONS } from './regions.ts';
import { RESULTS } from './results.ts';
import { SERVING_LINES } from './serving-lines.ts';
import { SETTINGS } from './settings.ts';
import { SHADOWED } from './shadowed.ts';
import { SIZES } from './sizes.ts';
import { SNAPSHOT_SIZE } from './snapshot-size.ts';

/** All rules, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  ...OVERLAPS,
  ...SHADOWED,
  ...REGIONS,
  ...AD_UNITS,
  ...FIT,
  ...SERVING_LINES,
  ...MAPPINGS,
  ...MAPPING_USE,
  ...SETTINGS,
  ...BIDDING,
  ...PRICES,
  ...PRICE_AGE,
  ...SIZES,
  ...SNAPSHOT_SIZE,
  ...RESULTS,
  ...EXPERIMENTS,
  ...EXPERIMENT_USERS,
  ...IDFA,
  ...NAMES,
  ...ENDED_EXCEPTIONS,
];

export const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));
