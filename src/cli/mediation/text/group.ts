import type { MediationGroup, MediationGroupLine } from '../../../mediation/contract/index.ts';
import { OWN_NETWORK_ID } from '../../../mediation/own-network.ts';
import { type TableOptions, table } from '../../table/table.ts';
import { decimal } from './money.ts';

export const linesOf = ({ mediationGroupLines = {} }: MediationGroup): readonly MediationGroupLine[] =>
  Object.values(mediationGroupLines);

/** `2.50` of a fixed price, `live` of one that the auction finds. */
export const priceOf = ({ cpmMode, cpmMicros = '0' }: MediationGroupLine): string =>
  cpmMode === 'MANUAL' ? decimal(cpmMicros) : (cpmMode ?? '').toLowerCase();

export const stateOf = ({ state, archiveTime }: MediationGroup): string =>
  archiveTime === undefined ? (state ?? '').toLowerCase() : 'archived';

/** `android banner` */
export const targetOf = ({ targeting: { platform = '', format = '' } = {} }: MediationGroup): string =>
  `${platform} ${format}`.toLowerCase();

const VARIANTS: Readonly<Record<string, string>> = { VARIANT_A: 'A', VARIANT_B: 'B' };

/** The lines of a group, the dearest first as they are tried. `titles` has those of the ad sources. */
export function lineTable(
  group: MediationGroup,
  titles: ReadonlyMap<string, string>,
  options: TableOptions = {},
): string {
  const lines = linesOf(group);
  const inExperiment = lines.some(({ experimentVariant = '' }) => experimentVariant in VARIANTS);
  const price = ({ cpmMode, cpmMicros = '0' }: MediationGroupLine) =>
    cpmMode === 'MANUAL' ? BigInt(cpmMicros) : 0n;
  const sorted = lines.toSorted(
    (a, b) => Number(price(b) - price(a) > 0n) - Number(price(b) - price(a) < 0n),
  );
  const units = group.targeting?.adUnitIds?.length ?? 0;
  const rows = sorted.map((line) => {
    const { id = '', displayName = '', adSourceId = '', state = '', experimentVariant = '' } = line;
    const mapped = Object.keys(line.adUnitMappings ?? {}).length;
    return [
      id,
      displayName,
      titles.get(adSourceId) ?? adSourceId,
      priceOf(line),
      state.toLowerCase(),
      adSourceId === OWN_NETWORK_ID ? '-' : `${mapped}/${units}`,
      ...(inExperiment ? [VARIANTS[experimentVariant] ?? ''] : []),
    ];
  });
  const headings = ['line', 'name', 'ad source', 'cpm', 'state', 'mapped', ...(inExperiment ? ['in'] : [])];
  return table(headings, rows, { wide: options.wide, cut: ['name', 'ad source'] });
}

const IDFA: Readonly<Record<string, string>> = {
  AVAILABLE: 'only requests with it',
  NOT_AVAILABLE: 'only requests without it',
};

/** The members of a group, one per line, above its ad units and lines. */
export function groupFacts(group: MediationGroup): Readonly<Record<string, string>> {
  const { mediationGroupId = '', displayName = '', priority, targeting = {} } = group;
  const { targetedRegionCodes = [], excludedRegionCodes = [], idfaTargeting = '' } = targeting;
  const idfa = IDFA[idfaTargeting];
  return {
    group: `${displayName} (${mediationGroupId})`,
    state: stateOf(group),
    serves: targetOf(group),
    ...(priority !== undefined && { priority: String(priority) }),
    regions: targetedRegionCodes.length > 0 ? targetedRegionCodes.join(' ') : 'everywhere',
    ...(excludedRegionCodes.length > 0 && { 'not in': excludedRegionCodes.join(' ') }),
    ...(idfa && { IDFA: idfa }),
    ...(group.mediationAbExperimentState === 'RUNNING' && { experiment: 'running' }),
  };
}

/** The ad units of a group; `names` has those of the inventory. */
export function unitTable(
  { targeting }: MediationGroup,
  names: ReadonlyMap<string, string>,
  options: TableOptions = {},
): string {
  const rows = (targeting?.adUnitIds ?? []).map((id) => [id, names.get(id) ?? 'not in the inventory']);
  return rows.length === 0
    ? 'No ad units.'
    : table(['ad unit', 'app and name'], rows, { wide: options.wide, cut: ['app and name'] });
}
