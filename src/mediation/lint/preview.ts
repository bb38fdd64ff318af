import type { AdUnitMapping, MediationGroup } from '../contract/index.ts';
import { groupFrom, mappingFrom } from './from-interface.ts';
import { isSamePrice } from './line-history.ts';
import type { LintGroup, LintLine, LintModel } from './model.ts';

export interface LintPreview {
  readonly group: MediationGroup;
  /** Mappings that do not exist yet, by the names that the group has for them. */
  readonly mappings?: readonly { readonly adUnitId: string; readonly mapping: AdUnitMapping }[] | undefined;
}

/** The id of a group that does not exist yet. */
const NEW = '0';

/** The group as it would be, with what is known of the prices that it keeps. */
function wouldBe(view: MediationGroup, now: LintGroup | undefined, at: number): LintGroup {
  const group = groupFrom({ ...view, mediationGroupId: now?.groupId ?? NEW });
  const lines = group.lines.map((line) => {
    const old = now?.lines.find(({ lineId }) => lineId === line.lineId);
    if (!old) return line;
    const { pricedAt, repricedAt } = isSamePrice(line, old) ? old : ({ repricedAt: at } as Partial<LintLine>);
    return {
      ...line,
      ...(repricedAt !== undefined && { repricedAt }),
      ...(pricedAt !== undefined && { pricedAt }),
    };
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
export function withGroup(model: LintModel, { group: view, mappings = [] }: LintPreview) {
  const now = model.groups.find(({ groupId }) => groupId === view.mediationGroupId);
  const group = wouldBe(view, now, model.now);
  const others = model.groups.filter((one) => one !== now);
  const more = mappings.map(({ adUnitId, mapping }) => mappingFrom(mapping, adUnitId));
  return {
    groupId: group.groupId,
    model: { ...model, groups: [...others, group], mappings: [...model.mappings, ...more] },
  };
}
