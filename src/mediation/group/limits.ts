import type { MediationGroupLine } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';

/** Lines of a group, the own network's and those of both variants counted. */
const MOST_LINES = 150;

/** Ad units of a group; the account limits of the platform. */
const MOST_AD_UNITS = 250;

export function checkLineCount(
  lines: readonly MediationGroupLine[],
  field: string,
  violations: Violations,
): void {
  if (lines.length > MOST_LINES) {
    violations.add(field, `would make ${lines.length} lines in the group; at most ${MOST_LINES} fit`, {
      lines: String(lines.length),
    });
  }
}

export function checkAdUnitCount(adUnitIds: readonly string[], violations: Violations): void {
  const { length } = adUnitIds;
  if (length <= MOST_AD_UNITS) return;
  violations.add('targeting.adUnitIds', `has ${length} ad units; at most ${MOST_AD_UNITS} fit in a group`, {
    adUnits: String(length),
  });
}

/** A line has a mapping for an ad unit, of which the group has no more than these. */
export function checkMappingCount(count: number, field: string, violations: Violations): void {
  if (count <= MOST_AD_UNITS) return;
  const problem = `would have ${count} ad units; at most ${MOST_AD_UNITS} fit in a line, as in its group. Take out those that are not served any more`;
  violations.add(`${field}.adUnitMappings`, problem, { adUnits: String(count) });
}
