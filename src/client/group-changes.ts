import type { MediationGroup, MediationGroupLine } from '../mediation/contract/index.ts';

export const isGroup = (resource: string): boolean => /\/mediationGroups\/\d+$/.test(resource);

/** The editable fields of a group by their paths in an update mask. Each member of a line has its own path. */
export type Fields = ReadonlyMap<string, string>;

export const AD_UNITS = 'targeting.adUnitIds';
const quoted = (text: string) => JSON.stringify(text);

/** `mediationGroupLines["ID"]` */
export const linePath = (key: string): string => `mediationGroupLines[${quoted(key)}]`;
export const mappingPath = (key: string, adUnitId: string): string =>
  `${linePath(key)}.adUnitMappings[${quoted(adUnitId)}]`;

interface Place {
  readonly key: string;
  readonly member: string;
  readonly adUnitId?: string;
}

const PATH = /^mediationGroupLines\["([^"]+)"\]\.(\w+)(?:\["([^"]+)"\])?$/;

/** The line and member that a path names; undefined for other paths. */
export function placeOf(path: string): Place | undefined {
  const [, key, member, adUnitId] = PATH.exec(path) ?? [];
  if (key === undefined || member === undefined) return undefined;
  return { key, member, ...(adUnitId !== undefined && { adUnitId }) };
}

export const TARGETED = 'targeting.targetedRegionCodes';
export const EXCLUDED = 'targeting.excludedRegionCodes';
export const IDFA = 'targeting.idfaTargeting';
export const PRIORITY = 'priority';

/** The price of a line; undefined if the auction finds it. */
export const priceOf = ({ cpmMode = 'LIVE', cpmMicros = '0' }: MediationGroupLine): string | undefined =>
  cpmMode === 'LIVE' ? undefined : cpmMicros;

function lineFields([key, line]: readonly [string, MediationGroupLine]) {
  const path = linePath(key);
  const { state = 'ENABLED', displayName = '', cpmMode = 'LIVE', adUnitMappings = {} } = line;
  const micros = priceOf(line);
  return [
    [`${path}.state`, state],
    [`${path}.displayName`, displayName],
    [`${path}.cpmMode`, cpmMode],
    ...(micros === undefined ? [] : [[`${path}.cpmMicros`, micros] as const]),
    ...Object.entries(adUnitMappings).map(([adUnitId, name]) => [mappingPath(key, adUnitId), name] as const),
  ] as const;
}

const listText = (texts: readonly string[] = []) => texts.join(',');

export function fieldsOfGroup({
  targeting = {},
  priority,
  mediationGroupLines = {},
}: MediationGroup): Fields {
  const { adUnitIds, targetedRegionCodes, excludedRegionCodes, idfaTargeting = '' } = targeting;
  return new Map<string, string>([
    [AD_UNITS, listText(adUnitIds)],
    [TARGETED, listText(targetedRegionCodes)],
    [EXCLUDED, listText(excludedRegionCodes)],
    [IDFA, idfaTargeting],
    [PRIORITY, String(priority ?? '')],
    ...Object.entries(mediationGroupLines).flatMap(lineFields),
  ]);
}

/** Values of the group itself that the editor does not change, by their paths. */
const ownValues = (group: MediationGroup) => {
  const { displayName, state, targeting, archiveTime, mediationAbExperimentState } = group;
  return [
    ['displayName', displayName],
    ['state', state],
    ['targeting.platform', targeting?.platform],
    ['targeting.format', targeting?.format],
    ['archiveTime', archiveTime],
    ['mediationAbExperimentState', mediationAbExperimentState],
  ] as const;
};

/** A line with its id. */
export type ChangedLine = MediationGroupLine & { readonly id: string };

/** One thing that differs between two states of a group. */
export type GroupChange =
  | { readonly kind: 'added' | 'removed'; readonly line: ChangedLine }
  | {
      readonly kind: 'changed';
      /** In an update mask. */
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

/** The lines that only the first of two groups has, the dearest first. */
function missing(
  { mediationGroupLines: lines = {} }: MediationGroup,
  { mediationGroupLines: others = {} }: MediationGroup,
): readonly ChangedLine[] {
  const price = (line: MediationGroupLine) => BigInt(priceOf(line) ?? '0');
  return Object.entries(lines)
    .filter(([id]) => !Object.hasOwn(others, id))
    .map(([id, line]) => ({ ...line, id }))
    .toSorted((one, other) => (price(one) > price(other) ? -1 : price(one) < price(other) ? 1 : 0));
}

/** What a change did to a group, in the order in which people ask: lines that went and came, then single values. */
export function groupChanges(before: MediationGroup, after: MediationGroup): readonly GroupChange[] {
  const [removed, added] = [missing(before, after), missing(after, before)];
  const whole = new Set([...removed, ...added].map(({ id }) => id));
  const valuesOf = (group: MediationGroup) =>
    new Map<string, string | undefined>([...ownValues(group), ...fieldsOfGroup(group)]);
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => old.get(path) !== now.get(path) && !whole.has(placeOf(path)?.key ?? ''),
  );
  return [
    ...removed.map((line) => ({ kind: 'removed', line }) as const),
    ...added.map((line) => ({ kind: 'added', line }) as const),
    ...changed.map(
      (path) => ({ kind: 'changed', path, before: old.get(path), after: now.get(path) }) as const,
    ),
  ];
}
