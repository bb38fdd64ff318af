import {
  applyUpdateMask,
  type JsonObject,
  type MaskEntry,
  type MaskRule,
  type MaskTable,
  maskTable,
  sameJson,
} from '../../conventions/index.ts';
import type { MediationGroup as SentGroup, MediationGroupLine as SentLine } from '../contract/index.ts';
import { upperCase } from '../enum-values.ts';
import type { MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import { checkLineCount } from './limits.ts';
import { changedLine, newLine } from './lines.ts';
import { type LineContext, linePath } from './mapping-references.ts';
import { adUnitIdsOf } from './targeting.ts';
import { settableGroup, settableLine } from './view.ts';

/** Keys of new lines: negative integers, all different. */
export const NEW_LINE_KEY = /^-[1-9]\d{0,18}$/;

const outputOnly = { kind: 'outputOnly' } as const;
const value = { kind: 'set', absent: 'refuse' } as const;
const clearable = { kind: 'set', absent: 'clear' } as const;

/** The paths that an update mask may contain (rulings 11, 20, 21). */
const RULES: Readonly<Record<string, MaskRule>> = {
  'targeting.adUnitIds': clearable,
  'mediationGroupLines[*]': {
    kind: 'entry',
    newKey: NEW_LINE_KEY,
    idMember: 'id',
    outputOnly: ['experimentVariant'],
    immutable: ['adSourceId'],
    instead: 'Set its state to REMOVED.',
  },
  'mediationGroupLines[*].state': value,
  'mediationGroupLines[*].displayName': value,
  'mediationGroupLines[*].cpmMode': value,
  'mediationGroupLines[*].cpmMicros': value,
  'mediationGroupLines[*].adUnitMappings[*]': clearable,
  name: outputOnly,
  mediationGroupId: outputOnly,
  mediationAbExperimentState: outputOnly,
  etag: outputOnly,
  'targeting.adUnits': outputOnly,
  'mediationGroupLines[*].experimentVariant': outputOnly,
};

export const GROUP_MASK: MaskTable = maskTable(RULES);

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

/**
 * The group after an update, with placeholders for the ids of new lines. Applies the whole update or nothing.
 * If `mask` is undefined, the populated fields of the body are changed. Throws INVALID_UPDATE; collects other
 * problems in the context.
 */
export function patchedGroup(
  group: MediationGroup,
  body: SentGroup,
  mask: readonly MaskEntry[] | undefined,
  context: LineContext,
): Pick<MediationGroup, 'targeting' | 'lines'> {
  const { publisherId, violations } = context;
  const stored = settableGroup(group) as JsonObject;
  const { value } = applyUpdateMask(stored, withPlatform(body) as JsonObject, mask, GROUP_MASK);
  const wanted = value as SentGroup;
  const adUnitIds = wanted.targeting?.adUnitIds ?? [];
  const kept = sameJson(adUnitIds, group.targeting.adUnitIds);
  const targeting = kept
    ? group.targeting
    : { ...group.targeting, adUnitIds: adUnitIdsOf(adUnitIds, publisherId, violations) };
  const lines = changedLines(wanted.mediationGroupLines ?? {}, group, context);
  checkLineCount(lines, 'mediationGroupLines', violations);
  return { targeting, lines };
}
