import { omit } from '../../conventions/omit.ts';
import { hasDrift, isDrifted, type LinePlan, type Plan } from './plan-model.ts';

const driftOfLine = (line: LinePlan): readonly LinePlan[] => {
  if (line.action === 'gone') return [line];
  const changes = line.changes.filter(hasDrift);
  return changes.length > 0 && line.action === 'change' ? [{ ...line, changes }] : [];
};

/** What was changed on the server only, without what the file would change. */
export const driftOf = (plan: Plan): Plan => ({
  ...plan,
  mappings: [],
  unmanaged: [],
  groups: plan.groups.filter(isDrifted).map((group) => ({
    ...omit(group, 'blocked', 'isError'),
    action: group.action === 'gone' || group.action === 'unarchive' ? 'gone' : 'change',
    changes: group.changes.filter(hasDrift),
    lines: group.lines.flatMap(driftOfLine),
    warnings: [],
    byHand: [],
  })),
});
