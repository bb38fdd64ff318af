import type { MediationGroup } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';

const GREATEST = 1_000_000;

/** Zero is the same as no value (proto3). */
export function priorityOf(
  sent: number | undefined,
  violations: Violations,
): Pick<MediationGroup, 'priority'> {
  if (!sent) return {};
  if (sent < 1 || sent > GREATEST) violations.add('priority', `is not a number from 1 to ${GREATEST}`);
  return { priority: sent };
}
