import type { MediationGroupLine } from '../ports/entities.ts';
import type { Violations } from '../violations.ts';

/** Lines of a group, the own network's and those of both variants counted. */
const MOST_LINES = 150;

export function checkLineCount(
  lines: readonly MediationGroupLine[],
  field: string,
  violations: Violations,
): void {
  if (lines.length > MOST_LINES) {
    violations.add(field, `would make ${lines.length} lines in the group; at most ${MOST_LINES} fit`);
  }
}
