import { lastSegment } from '../../../conventions/last-segment.ts';
import type { AdSource, AdUnitMapping, MediationGroup } from '../../../mediation/contract/index.ts';
import { UsageError } from '../../cli-errors.ts';
import { notice } from '../../output.ts';
import type { MediationSession } from '../connection.ts';
import { adUnitId } from './inventory.ts';
import { pick } from './pick.ts';

const printMapping = ({ name = '', displayName }: AdUnitMapping): string =>
  `${lastSegment(name)}  ${displayName ?? 'without a name'}`;

const pickMapping = (mappings: readonly AdUnitMapping[], wanted: string) =>
  pick(mappings, wanted, {
    what: 'mapping',
    ids: ({ name }) => [name, name && lastSegment(name)],
    names: ({ displayName }) => [displayName],
    tell: printMapping,
  });

/** `--mapping UNIT=MAPPING`, or `--mapping MAPPING` for a group with one ad unit. */
async function named(session: MediationSession, units: readonly string[], texts: readonly string[]) {
  const inventory = await session.live.inventory();
  const chosen = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    const [only] = units;
    if (at === -1 && units.length !== 1)
      throw new UsageError('the group has several ad units; write --mapping UNIT=MAPPING for each of them');
    const unit = at === -1 ? (only ?? '') : adUnitId(inventory, text.slice(0, at));
    const mapping = pickMapping(await session.live.mappings(unit), at === -1 ? text : text.slice(at + 1));
    chosen.set(unit, mapping.name ?? '');
  }
  return chosen;
}

interface Line {
  readonly group: Pick<MediationGroup, 'targeting'>;
  readonly source: AdSource;
  /** Values of --mapping. */
  readonly given?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/**
 * The mapping of each ad unit of a line: the named one, else the only one of an adapter of the ad source. Warns about
 * ad units for which the source has settings, but no mapping. @throws UsageError if there are several
 */
export async function lineMappings(session: MediationSession, { group, source, given = [], json }: Line) {
  const { platform, adUnitIds = [] } = group.targeting ?? {};
  const chosen = await named(session, adUnitIds, given);
  const adapters = (await session.live.adapters(source.adSourceId ?? '')).filter(
    (adapter) => adapter.platform === platform,
  );
  const ids = adapters.map(({ adapterId }) => adapterId);
  const needsOne = adapters.some(({ adapterConfigMetadata = [] }) => adapterConfigMetadata.length > 0);
  const missing: string[] = [];
  for (const unit of adUnitIds) {
    if (chosen.has(unit) || ids.length === 0) continue;
    const fitting = (await session.live.mappings(unit)).filter(({ adapterId }) => ids.includes(adapterId));
    const [first, second] = fitting;
    if (second)
      throw new UsageError(
        `${unit} has several mappings for ${source.title}; name one with --mapping ${unit}=MAPPING:\n  ${fitting.map(printMapping).join('\n  ')}`,
      );
    if (first) chosen.set(unit, first.name ?? '');
    else if (needsOne) missing.push(unit);
  }
  if (missing.length > 0) {
    const text = `${source.title} has no mapping for ${missing.join(', ')}: the line is not tried there until you map it`;
    notice(text, { json });
  }
  return Object.fromEntries(chosen);
}
