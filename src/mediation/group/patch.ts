import { applyUpdateMask, type JsonObject, type MaskEntry, sameJson } from '../../conventions/index.ts';
import type { MediationGroup as SentGroup, MediationGroupLine as SentLine } from '../contract/index.ts';
import { upperCase } from '../platform.ts';
import type { MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import { adUnitIdsOf } from './ad-unit-ids.ts';
import { checkLineCount } from './limits.ts';
import { linePath } from './line-path.ts';
import { changedLine, newLine } from './lines.ts';
import type { LineContext } from './mapping-references.ts';
import { GROUP_MASK } from './mask.ts';
import { settableGroup, settableLine } from './view.ts';

/** Platforms are read in every case, so that one in another case is not another platform. */
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
  /** A line that is added while an experiment is open belongs to those that were there before it. */
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
 * The group as an update asks for it, with placeholders for the ids of new lines; all of the update or nothing.
 * `mask` undefined: what the body holds. Throws INVALID_UPDATE; other problems are noted in the context.
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
