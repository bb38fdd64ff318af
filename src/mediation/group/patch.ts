import {
  applyUpdateMask,
  type JsonObject,
  type MaskEntry,
  type MaskTable,
  sameJson,
} from '../../conventions/index.ts';
import type { MediationGroup as SentGroup, MediationGroupLine as SentLine } from '../contract/index.ts';
import { specified, upperCase } from '../enum-values.ts';
import type { MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import { requiredName } from '../text.ts';
import { checkLineCounts, GROUP_NAME_LENGTH } from './limits.ts';
import { changedLine, newLine } from './lines.ts';
import { type LineContext, linePath } from './mapping-references.ts';
import { priorityOf } from './priority.ts';
import { changedTargeting } from './targeting.ts';
import { settableGroup, settableLine } from './view.ts';

/** Platforms are read in any case, so that another spelling is not taken for another platform. */
function withPlatform(sent: SentGroup): SentGroup {
  const { targeting } = sent;
  if (typeof targeting?.platform !== 'string') return sent;
  return { ...sent, targeting: { ...targeting, platform: upperCase(targeting.platform) } };
}

function changedLines(
  sent: NonNullable<SentGroup['mediationGroupLines']>,
  group: MediationGroup,
  context: LineContext,
): readonly MediationGroupLine[] {
  const stored = new Map(group.lines.map((line) => [line.lineId, line]));
  /** A line that is added while an experiment is open belongs to variant A, like the lines from before. */
  const variant = group.openExperiment ? 'VARIANT_A' : 'ORIGINAL';
  return Object.entries(sent).flatMap(([key, line]: [string, SentLine]) => {
    const was = stored.get(key);
    const field = linePath(key);
    if (!was) return [newLine(line, { key, field, variant }, context)];
    if (sameJson(line, settableLine(was))) return [was];
    return changedLine(line, was, field, context) ?? [];
  });
}

interface Patch {
  readonly body: SentGroup;
  /** Undefined: what the body holds. */
  readonly mask: readonly MaskEntry[] | undefined;
  readonly table: MaskTable;
}

/** What a patch can change of a group. */
export type Changeable = Pick<MediationGroup, 'displayName' | 'state' | 'priority' | 'targeting' | 'lines'>;

export const changeable = ({
  displayName,
  state,
  priority,
  targeting,
  lines,
}: MediationGroup): Changeable => ({
  displayName,
  state,
  ...(priority !== undefined && { priority }),
  targeting,
  lines,
});

function stateOf(
  sent: SentGroup,
  { state }: MediationGroup,
  { violations }: LineContext,
): MediationGroup['state'] {
  const wanted = specified(sent.state);
  if (wanted === undefined) violations.add('state', 'needs a value');
  return wanted ?? state;
}

/**
 * The group after an update, with placeholders for the ids of new lines. Applies the whole update or nothing.
 * If `mask` is undefined, the populated fields of the body are changed. Throws INVALID_UPDATE; collects other
 * problems in the context.
 */
export function patchedGroup(
  group: MediationGroup,
  { body, mask, table }: Patch,
  context: LineContext,
): Changeable {
  const stored = settableGroup(group) as JsonObject;
  const { value } = applyUpdateMask(stored, withPlatform(body) as JsonObject, mask, table);
  return groupWith(group, value, context);
}

/** The group with all wanted values. Lines that it does not have keep their keys as ids. Collects problems in the context. */
export function groupWith(group: MediationGroup, wanted: SentGroup, context: LineContext): Changeable {
  const { violations } = context;
  const displayName =
    wanted.displayName === group.displayName
      ? group.displayName
      : requiredName(wanted.displayName, 'displayName', GROUP_NAME_LENGTH, violations);
  const lines = changedLines(wanted.mediationGroupLines ?? {}, group, context);
  checkLineCounts(lines, 'mediationGroupLines', violations);
  return {
    displayName,
    state: stateOf(wanted, group, context),
    ...priorityOf(wanted.priority, violations),
    targeting: changedTargeting(group.targeting, wanted.targeting ?? {}, context.publisherId, violations),
    lines,
  };
}
