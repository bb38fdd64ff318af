import type { LimitName, Limits } from '../../http/throttle.ts';
import { PRODUCTION_LIMITS } from './limit-settings.ts';
import type { Settings } from './settings.ts';

/** What the settings do not say depends on the profile. */
export function limitsOf({ profile, limits }: Settings): Limits {
  const names = Object.keys(PRODUCTION_LIMITS) as LimitName[];
  const usual = (name: LimitName) => (profile === 'production' ? PRODUCTION_LIMITS[name] : 0);
  return Object.fromEntries(names.map((name) => [name, limits[name] ?? usual(name)])) as Limits;
}
