import type { MediationGroup } from '../contract/index.ts';
import { groupFrom } from './from-interface.ts';
import type { LintGroup, LintModel } from './model.ts';

/** The id of a group that does not exist yet. */
const NEW = '0';

/** The group as it would be, with the ages of the prices that it keeps. */
function wouldBe(view: MediationGroup, now: LintGroup | undefined): LintGroup {
  const group = groupFrom({ ...view, mediationGroupId: now?.groupId ?? NEW });
  const lines = group.lines.map((line) => {
    const old = now?.lines.find(({ lineId }) => lineId === line.lineId);
    const isSame = old?.pricedAt !== undefined && old.cpmMicros === line.cpmMicros;
    return isSame ? { ...line, pricedAt: old.pricedAt } : line;
  });
  const { createdAt, archivedAt } = now ?? {};
  return {
    ...group,
    lines,
    ...(createdAt !== undefined && { createdAt }),
    ...(archivedAt !== undefined && { archivedAt }),
  };
}

/** The configuration if the group were as given, and the id under which it then has its findings. */
export function withGroup(model: LintModel, view: MediationGroup) {
  const now = model.groups.find(({ groupId }) => groupId === view.mediationGroupId);
  const group = wouldBe(view, now);
  const others = model.groups.filter((one) => one !== now);
  return { groupId: group.groupId, model: { ...model, groups: [...others, group] } };
}
