import type { MediationGroupLine } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';

/** Maximum number of lines of a group, including the line of the own network and those of both variants. */
const MOST_LINES = 150;

/** Maximum number of mappings of all lines together. A change of a group prints all of them in a turn of the event loop. */
const MOST_MAPPINGS = 10_000;

/** The most characters of a group's name. */
export const GROUP_NAME_LENGTH = 120;

/** Maximum number of ad units of a group; the account limit of the public platform. */
const MOST_AD_UNITS = 250;

const TAKE_OUT = 'Take out those that are not served any more';

/** Checks the number of lines and that of their mappings. */
export function checkLineCounts(
  lines: readonly MediationGroupLine[],
  field: string,
  violations: Violations,
): void {
  if (lines.length > MOST_LINES) {
    violations.add(field, `would make ${lines.length} lines in the group; at most ${MOST_LINES} fit`, {
      lines: String(lines.length),
    });
  }
  const mappings = lines.reduce((sum, { adUnitMappings }) => sum + Object.keys(adUnitMappings).length, 0);
  if (mappings > MOST_MAPPINGS) {
    violations.add(
      field,
      `would make ${mappings} mappings in the group; at most ${MOST_MAPPINGS} fit. ${TAKE_OUT}`,
      { mappings: String(mappings) },
    );
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
  const problem = `would have ${count} ad units; at most ${MOST_AD_UNITS} fit in a line, as in its group. ${TAKE_OUT}`;
  violations.add(`${field}.adUnitMappings`, problem, { adUnits: String(count) });
}
