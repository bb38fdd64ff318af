import { lastSegment } from '../../../conventions/last-segment.ts';
import type { MediationGroupDifference } from '../../../mediation/contract/index.ts';
import { counted } from '../../output.ts';
import type { Outcome } from './apply.ts';
import type { GroupPlan } from './plan.ts';

/** Longest value in the plan; --json prints all of it. */
const LONGEST = 60;

function shown(value: unknown): string {
  if (value === undefined) return '(none)';
  if (typeof value === 'object' && value !== null && 'displayName' in value) return shown(value.displayName);
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** `-` and `+` for what the group loses and gets, `~` for what changes. */
export function differenceText({ field = '', before, after }: MediationGroupDifference): string {
  if (after === undefined) return `    - ${field}: ${shown(before)}`;
  if (before === undefined) return `    + ${field}: ${shown(after)}`;
  return `    ~ ${field}: ${shown(before)} -> ${shown(after)}`;
}

function headline({ steps, from, to, problems }: GroupPlan): string {
  if (problems.length > 0) return 'not possible';
  if (to === 0) return 'created since: is archived';
  const verbs = {
    unarchive: 'archived since: is unarchived',
    rollback: `gets revision ${to} again (has ${from})`,
    archive: 'is archived, as it was then',
  };
  return steps.map((step) => verbs[step]).join(', ');
}

const groupText = (plan: GroupPlan) =>
  [
    `  ${lastSegment(plan.name)}  ${plan.displayName}: ${headline(plan)}`,
    ...plan.problems.map((problem) => `    ! ${problem}`),
    ...plan.differences.map(differenceText),
  ].join('\n');

/** The plan for people: one paragraph for each group. */
export function planText(plans: readonly GroupPlan[]): string {
  if (plans.length === 0) return 'Nothing to roll back: every group has this content already.';
  const possible = plans.filter(({ steps }) => steps.length > 0).length;
  const impossible = plans.length - possible;
  const sum = `${counted(possible, 'group')} to change${impossible > 0 ? `, ${impossible} not possible` : ''}`;
  return [...plans.map(groupText), sum].join('\n');
}

const RESULTS = { done: 'done', failed: 'failed', notTried: 'not tried' } as const;

export const outcomesText = (outcomes: readonly Outcome[]): string =>
  outcomes
    .map(
      ({ name, result, error }) => `  ${lastSegment(name)}  ${RESULTS[result]}${error ? `: ${error}` : ''}`,
    )
    .join('\n');
