import type { CaseReport, Report } from '../../conformance/report/contract.ts';
import { isNewFailure, isUnexpectedPass } from '../../conformance/report/summary.ts';

const line = (mark: string, { id, title, reason = '' }: CaseReport) =>
  `${mark} ${id}: ${title}\n        ${reason}`;

/** What a person needs to know first. */
export function textOf({ cases, summary, leftBehind, seed }: Report): string {
  const failures = cases.filter(isNewFailure).map((one) => line('FAILED ', one));
  const warnings = cases.filter(({ result }) => result === 'warning').map((one) => line('warning', one));
  const passes = cases
    .filter(isUnexpectedPass)
    .map(({ id }) => `${id} passes now: remove it from the known failures`);
  const left = leftBehind.map((text) => `left behind: ${text}`);
  const again = failures.length + warnings.length > 0 ? [`seed ${seed}`] : [];
  return [...failures, ...warnings, ...passes, ...left, ...again, summary].join('\n');
}
