import { printMaskPath } from '../../conventions/index.ts';
import { sameJson } from '../../conventions/json.ts';
import type { MediationGroup, MediationGroupLine } from '../contract/index.ts';
import type { Configuration, GroupEntry } from './configuration.ts';
import { linesOf } from './live-configuration.ts';
import type { WantedLine } from './match-lines.ts';
import { liveLine, type Members } from './members.ts';
import type { GroupPlan, LinePlan } from './plan-model.ts';
import type { Target } from './target.ts';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const text = (members: Members, name: string) => members.get(name) as string | undefined;

function cpmOf(cpm: string | undefined): Pick<MediationGroupLine, 'cpmMode' | 'cpmMicros'> {
  if (cpm === undefined) return {};
  return cpm === 'LIVE' ? { cpmMode: 'LIVE' } : { cpmMode: 'MANUAL', cpmMicros: cpm };
}

type SentState = NonNullable<MediationGroupLine['state']>;

function newLine({ displayName, sourceId, members }: WantedLine): MediationGroupLine {
  const state = text(members, 'state') as SentState | undefined;
  const mappings = members.get('mappings') as Readonly<Record<string, string>> | undefined;
  return {
    displayName,
    adSourceId: sourceId,
    ...cpmOf(text(members, 'cpm')),
    ...(state !== undefined && { state }),
    ...(mappings !== undefined && { adUnitMappings: { ...mappings } }),
  };
}

const adUnitIds = ({ adUnits }: GroupEntry, configuration: Configuration) =>
  adUnits.map((key) => configuration.adUnits.get(key) ?? '');

/** The body that creates a group. */
export function newGroup(
  entry: GroupEntry,
  lines: readonly WantedLine[],
  configuration: Configuration,
  { groupMembers }: Target,
): MediationGroup {
  const { name, platform, format, state, regions, excludedRegions, idfa, priority } = entry;
  return {
    displayName: name,
    ...(state !== undefined && { state }),
    ...(priority !== undefined && groupMembers && { priority }),
    targeting: {
      platform,
      format,
      adUnitIds: adUnitIds(entry, configuration),
      ...(regions && { targetedRegionCodes: [...regions] }),
      ...(excludedRegions && { excludedRegionCodes: [...excludedRegions] }),
      ...(idfa && { idfaTargeting: idfa }),
    },
    mediationGroupLines: Object.fromEntries(lines.map((line, index) => [`-${index + 1}`, newLine(line)])),
  };
}

export interface Patch {
  readonly mask: readonly string[];
  readonly body: MediationGroup;
}

type SentLine = Mutable<MediationGroupLine>;

interface Draft {
  readonly mask: string[];
  readonly group: Mutable<MediationGroup>;
  readonly targeting: Mutable<NonNullable<MediationGroup['targeting']>>;
  readonly lines: Record<string, SentLine>;
}

/** How each member of a group is written. */
const GROUP_MEMBERS: Readonly<
  Record<string, (draft: Draft, entry: GroupEntry, configuration: Configuration) => string>
> = {
  name: ({ group }, { name }) => {
    group.displayName = name;
    return 'displayName';
  },
  state: ({ group }, { state = 'ENABLED' }) => {
    group.state = state;
    return 'state';
  },
  priority: ({ group }, { priority = 1 }) => {
    group.priority = priority;
    return 'priority';
  },
  regions: ({ targeting }, { regions = [] }) => {
    targeting.targetedRegionCodes = [...regions];
    return 'targeting.targetedRegionCodes';
  },
  excludedRegions: ({ targeting }, { excludedRegions = [] }) => {
    targeting.excludedRegionCodes = [...excludedRegions];
    return 'targeting.excludedRegionCodes';
  },
  idfa: ({ targeting }, { idfa = 'ALL' }) => {
    targeting.idfaTargeting = idfa;
    return 'targeting.idfaTargeting';
  },
  adUnits: ({ targeting }, entry, configuration) => {
    targeting.adUnitIds = adUnitIds(entry, configuration);
    return 'targeting.adUnitIds';
  },
};

const linePath = (id: string, ...members: readonly ({ field: string } | { key: string })[]) =>
  printMaskPath([{ field: 'mediationGroupLines' }, { key: id }, ...members]);

function lineOf({ lines }: Draft, id: string): SentLine {
  lines[id] ??= {};
  return lines[id];
}

/** Only the ad units whose mapping differs; one without a mapping is in the mask alone. */
function writeMappings(draft: Draft, id: string, wanted: Members, live: Members): void {
  const sides = [wanted, live].map(
    (members) => (members.get('mappings') ?? {}) as Readonly<Record<string, string>>,
  );
  const [next = {}, now = {}] = sides;
  const changed: Record<string, string> = {};
  for (const unit of new Set([...Object.keys(next), ...Object.keys(now)])) {
    if (next[unit] === now[unit]) continue;
    draft.mask.push(linePath(id, { field: 'adUnitMappings' }, { key: unit }));
    if (next[unit] !== undefined) changed[unit] = next[unit];
  }
  if (Object.keys(changed).length > 0) lineOf(draft, id).adUnitMappings = changed;
}

function writeMember(draft: Draft, id: string, member: string, wanted: Members, live: Members): void {
  const line = lineOf(draft, id);
  const put = (name: 'displayName' | 'state' | 'cpmMode' | 'cpmMicros', value: string | undefined) => {
    draft.mask.push(linePath(id, { field: name }));
    Object.assign(line, { [name]: value });
  };
  if (member === 'name') put('displayName', text(wanted, 'name'));
  if (member === 'state') put('state', text(wanted, 'state'));
  if (member === 'mappings') writeMappings(draft, id, wanted, live);
  if (member === 'cpm') {
    for (const [name, value] of Object.entries(cpmOf(text(wanted, 'cpm')))) {
      put(name as 'cpmMode' | 'cpmMicros', value);
    }
  }
}

function writeLine(
  draft: Draft,
  plan: LinePlan,
  wanted: WantedLine | undefined,
  group: MediationGroup,
): void {
  const { id = '', action, changes } = plan;
  if (action === 'disable' || action === 'replace') {
    draft.mask.push(linePath(id, { field: 'state' }));
    lineOf(draft, id).state = action === 'disable' ? 'DISABLED' : 'REMOVED';
  }
  if (!wanted) return;
  if (action === 'add' || action === 'replace') {
    const key = `-${draft.mask.length + 1}`;
    draft.mask.push(linePath(key));
    draft.lines[key] = newLine(wanted);
    return;
  }
  const line = linesOf(group).find((one) => one.id === id);
  if (!line) return;
  for (const { member, how } of changes) {
    const isWritten = how === 'write' || how === 'overwrite';
    if (isWritten) writeMember(draft, id, member, wanted.members, liveLine(line));
  }
}

/** The one patch of a group that makes all changes of its plan. */
export function patchOf(
  plan: GroupPlan,
  group: MediationGroup,
  entry: GroupEntry | undefined,
  lines: readonly WantedLine[],
  configuration: Configuration,
): Patch {
  const draft: Draft = { mask: [], group: {}, targeting: {}, lines: {} };
  for (const { member, how } of plan.changes) {
    const write = how === 'write' || how === 'overwrite' ? GROUP_MEMBERS[member] : undefined;
    if (write && entry) draft.mask.push(write(draft, entry, configuration));
  }
  for (const line of plan.lines) {
    writeLine(
      draft,
      line,
      lines.find(({ key }) => key === line.key),
      group,
    );
  }
  const has = (value: object) => !sameJson(value, {});
  const body: MediationGroup = {
    ...draft.group,
    ...(has(draft.targeting) && { targeting: draft.targeting }),
    ...(has(draft.lines) && { mediationGroupLines: draft.lines }),
  };
  return { mask: draft.mask, body };
}
