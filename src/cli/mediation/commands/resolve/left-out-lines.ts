import type { MediationGroupLine } from '../../../../mediation/contract/index.ts';
import type { Explanation } from '../../../../resolve/index.ts';
import { linesOf } from '../../text/group.ts';
import type { Names } from './names.ts';

function reasonOf({ state, adUnitMappings = {} }: MediationGroupLine, adUnitId: string): string {
  if (state !== 'ENABLED') return 'is disabled';
  if (!Object.hasOwn(adUnitMappings, adUnitId)) return 'has no mapping for this ad unit';
  return 'is not in the snapshot; diptych mediation lint tells why';
}

/** Lines that the group has and the snapshot does not, which therefore cannot explain them. */
export function leftOutText({ resolution, steps }: Explanation, names: Names): readonly string[] {
  const { mediationGroupId = '', bidding, waterfall } = resolution;
  const adUnitId = steps.find(({ about }) => about === 'AD_UNIT')?.id ?? '';
  const other = steps.some(({ outcome }) => outcome === 'VARIANT_B') ? 'VARIANT_A' : 'VARIANT_B';
  const tried = new Set([...bidding, ...waterfall].map(({ id }) => id));
  const group = names.current.get(mediationGroupId);
  const left = (group ? linesOf(group) : []).filter(
    ({ id, experimentVariant }) => !tried.has(id) && experimentVariant !== other,
  );
  if (left.length === 0) return [];
  const shown = left.map((line) => `   ${line.displayName || line.id} ${reasonOf(line, adUnitId)}`);
  return [['5  Its other lines are not tried', ...shown].join('\n')];
}
