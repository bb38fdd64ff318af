import { adUnitFragment } from '../names.ts';
import type { Violations } from '../violations.ts';
import { checkAdUnitCount } from './limits.ts';

/** The ad units of a group: of this publisher, each once, the first of repeats. */
export function adUnitIdsOf(
  sent: readonly string[],
  publisherId: string,
  violations: Violations,
): readonly string[] {
  for (const [index, id] of sent.entries()) {
    if (adUnitFragment(publisherId, id) !== undefined) continue;
    violations.add(
      `targeting.adUnitIds[${index}]`,
      `is not an ad unit id of this publisher, ca-app-${publisherId}/ and 10 digits`,
    );
  }
  const adUnitIds = [...new Set(sent)];
  checkAdUnitCount(adUnitIds, violations);
  return adUnitIds;
}
