import type { MediationGroupLine } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';

/** Maximum number of lines of a group, including the line of the own network and those of both variants. */
const MOST_LINES = 150;

/** The most characters of a group's name. */
export const GROUP_NAME_LENGTH = 120;

/** Maximum number of ad units of a group; the account limit of the public platform. */
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

/** A line has at most one mapping for each ad unit, so no more than the group may have ad units. */
export function checkMappingCount(count: number, field: string, violations: Violations): void {
  if (count <= MOST_AD_UNITS) return;
  const problem = `would have ${count} ad units; at most ${MOST_AD_UNITS} fit in a line, as in its group. Take out those that are not served any more`;
  violations.add(`${field}.adUnitMappings`, problem, { adUnits: String(count) });
}
