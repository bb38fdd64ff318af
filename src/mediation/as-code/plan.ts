import type { MediationGroup } from '../contract/index.ts';
import { sourceIdOf } from './catalogue.ts';
import type { Configuration, GroupEntry } from './configuration.ts';
import { groupIdOf, isOutOfService, isRunning, type Live, linesOf } from './live-configuration.ts';
import { digestOf, type LockedGroup, type LockScope, lockedGroup, lockedLine } from './lock.ts';
import { appliedTo, type GroupMatch, matchGroups } from './match-groups.ts';
import type { WantedLine } from './match-lines.ts';
import type { MappingMatch } from './match-mappings.ts';
import { EXTENDED_MEMBERS, liveGroup, shownValue, wantedGroup, wantedLine } from './members.ts';
import { compare, isEdited, newLinePlan, planLines } from './plan-lines.ts';
import {
  type Change,
  conflictsOf,
  type GroupPlan,
  type LinePlan,
  type MappingPlan,
  type Plan,
  type PlanOptions,
  writesLine,
} from './plan-model.ts';
import type { Target } from './target.ts';

export interface PlanInput {
  readonly server: string;
  readonly target: Target;
  readonly options: PlanOptions;
  readonly configuration: Configuration;
  readonly live: Live;
  readonly scope: LockScope;
  /** From `matchMappings`. */
  readonly mappings: readonly MappingMatch[];
}

/** A name that no server gives, for a mapping that does not exist yet. */
const pendingName = (key: string) => `new ${key}`;

/** Each group asks for the same, so it is made once for all. */
function onceFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    const made = known.get(of) ?? make(of);
    known.set(of, made);
    return made;
  };
}

const unitKeys = onceFor(
  (adUnits: Configuration['adUnits']) => new Map([...adUnits].map(([key, id]) => [id, key])),
);
const mappingNames = onceFor(
  (mappings: readonly MappingMatch[]) => new Map(mappings.map(({ key, name }) => [key, name])),
);
const mappingKeys = onceFor(
  (mappings: readonly MappingMatch[]) =>
    new Map(mappings.map(({ key, name = pendingName(key) }) => [name, key])),
);

export function wantedLines(
  { configuration, live, mappings }: Pick<PlanInput, 'configuration' | 'live' | 'mappings'>,
  { lines }: GroupEntry,
): readonly WantedLine[] {
  const names = mappingNames(mappings);
  const nameOf = (key: string) => names.get(key) ?? pendingName(key);
  return [...lines].map(([key, entry]) => ({
    key,
    source: entry.source,
    sourceId: sourceIdOf(live.sources, entry.source),
    displayName: entry.name ?? key,
    members: wantedLine(entry, configuration, nameOf),
  }));
}

/** Tells whether a group changed since it was compared: its ETag, or a digest of what it shows. */
export const versionOf = ({ etag, ...group }: MediationGroup): string =>
  etag ?? digestOf({ ...group, targeting: { ...group.targeting, adUnits: undefined } });

function keysOf({ configuration: { adUnits }, mappings }: PlanInput): (id: string) => string {
  const [units, named] = [unitKeys(adUnits), mappingKeys(mappings)];
  return (id) => units.get(id) ?? named.get(id) ?? id;
}

const inConflict = (members: readonly string[]) =>
  ({
    isError: true,
    blocked: `changed in the file and on the server: ${members.join(', ')}; --ours writes the file, --theirs keeps the server`,
  }) as const;

/** What becomes of a group of the lock file that is not on the server, or archived; undefined if it is to come back. */
function goneGroup(entry: GroupEntry, input: PlanInput, locked: LockedGroup | undefined) {
  const { options } = input;
  const isEditedLine = ({ key, members }: WantedLine) => isEdited(members, lockedLine(locked, key)?.applied);
  const edited =
    isEdited(shownMembers(entry, input), locked?.applied) || wantedLines(input, entry).some(isEditedLine);
  if (edited ? options.conflicts === 'ours' : options.overwriteDrift) return undefined;
  const isOpen = edited && options.conflicts === undefined;
  return { action: 'gone', ...(isOpen && inConflict(['the group, which is gone'])) } as const;
}

/** The members of a group that the server shows. */
const shownMembers = (entry: GroupEntry, { configuration, target }: PlanInput) =>
  new Map(
    [...wantedGroup(entry, configuration)].filter(([member]) => member !== 'priority' || target.groupMembers),
  );

function created({ key, entry, isGone, replaces }: GroupMatch, input: PlanInput): GroupPlan {
  const { target, options } = input;
  const keyOf = keysOf(input);
  const context = { ...options, keyOf, byHand: [], locked: undefined };
  const members = [...shownMembers(entry, input)];
  const targeting: readonly Change[] = [
    { member: 'platform', how: 'write', from: '-', to: entry.platform },
    { member: 'format', how: 'write', from: '-', to: entry.format },
  ];
  const left = isGone && goneGroup(entry, input, lockedGroup(input.scope, key));
  if (left) {
    const { id = '' } = lockedGroup(input.scope, key) ?? {};
    return { key, id, name: entry.name, changes: [], lines: [], warnings: [], byHand: [], ...left };
  }
  return {
    key,
    name: entry.name,
    action: 'create',
    changes: [
      ...members.map(
        ([member, value]): Change => ({
          member,
          how: 'write',
          from: '-',
          to: shownValue(member, value, keyOf),
        }),
      ),
      ...targeting,
    ],
    lines: wantedLines(input, entry).map((line) => newLinePlan(line, context)),
    warnings: [
      ...(replaces === undefined ? [] : [`takes the place of group ${replaces}; statistics begin anew`]),
      ...priorityWarning(entry, target),
    ],
    byHand: [],
  };
}

/** The public interface does not show the priority, so that it cannot be compared. */
const priorityWarning = ({ priority }: GroupEntry, { groupMembers }: Target): readonly string[] =>
  priority === undefined || groupMembers
    ? []
    : [`priority ${priority} is ignored: this server does not have it; set the order in its console`];

function warningsOf(lines: readonly LinePlan[]): readonly string[] {
  return lines.flatMap(({ key, action }) => {
    if (action === 'replace')
      return [`line ${key} gets a new id, because its source changes; its statistics begin anew`];
    return [];
  });
}

const RUNS = 'an experiment runs in the group; stop it, or use --during-experiment';

function compared(match: GroupMatch, group: MediationGroup, input: PlanInput): GroupPlan {
  const { key, entry, isLocked, replaces } = match;
  const { target, options, scope } = input;
  const locked = appliedTo(match, scope);
  const base = { key, id: groupIdOf(group), name: entry.name, version: versionOf(group), byHand: [] };
  const isArchived = group.archiveTime !== undefined;
  const left = isArchived && goneGroup(entry, input, lockedGroup(scope, key));
  if (left) return { ...base, changes: [], lines: [], warnings: ['the group is archived'], ...left };
  const context = { ...options, keyOf: keysOf(input), byHand: target.groupMembers ? [] : EXTENDED_MEMBERS };
  const changes = compare(
    { wanted: shownMembers(entry, input), live: liveGroup(group), applied: locked?.applied },
    context,
  );
  const lines = planLines(wantedLines(input, entry), group, { ...context, byHand: [], locked });
  const isBlocked = isRunning(group) && lines.some(writesLine) && !options.duringExperiment;
  const isChanged = changes.length > 0 || lines.some(({ action }) => action !== 'none');
  const same = isChanged ? 'change' : 'none';
  const conflicts = conflictsOf(changes, lines);
  return {
    ...base,
    action: isArchived ? 'unarchive' : isLocked ? same : 'adopt',
    changes,
    lines,
    ...(isBlocked && { blocked: RUNS }),
    ...(conflicts.length > 0 && inConflict(conflicts)),
    warnings: [
      ...(replaces === undefined ? [] : [`takes the place of group ${replaces}`]),
      ...warningsOf(lines),
      ...priorityWarning(entry, target),
    ],
  };
}

function ambiguous({ key, entry, rivals, ambiguous: ids = [] }: GroupMatch): GroupPlan {
  const blocked = rivals
    ? `the lock file gives ${rivals.join(' and ')} the same group ${ids.join()}; remove all but one of them from it`
    : `groups ${ids.join(' and ')} have this name, platform and format; rename all but one`;
  return {
    ...{ key, name: entry.name, action: 'none', changes: [], lines: [], warnings: [], byHand: [] },
    blocked,
    isError: true,
  };
}

/** A group that is to serve no more: archived, or else all its lines are disabled and a person does the rest. */
function retired(group: MediationGroup, { target, options }: PlanInput): GroupPlan | undefined {
  if (isOutOfService(group, target)) return undefined;
  const { displayName: name = '' } = group;
  const base = { id: groupIdOf(group), name, changes: [], warnings: [], version: versionOf(group) };
  const isBlocked = isRunning(group) && (target.archive || !options.duringExperiment);
  const blocked = isBlocked ? { blocked: RUNS } : {};
  if (target.archive) return { ...base, action: 'archive', lines: [], byHand: [], ...blocked };
  const lines = linesOf(group)
    .filter(({ state }) => state !== 'DISABLED')
    .map(
      ({ id, displayName = '' }): LinePlan => ({
        id,
        title: displayName,
        action: 'disable',
        changes: [{ member: 'state', how: 'write', from: 'enabled', to: 'disabled' }],
      }),
    );
  const byHand = group.state === 'DISABLED' ? [] : ['pause or delete the group'];
  return { ...base, action: 'disable-lines', lines, byHand, ...blocked };
}

function others(input: PlanInput, matches: readonly GroupMatch[]) {
  const { live, scope, options } = input;
  const replaced = new Set([...(scope.retired ?? []), ...matches.map((match) => match.replaces)]);
  const managed = new Set(
    matches.flatMap(({ group, ambiguous: ids = [] }) => [...ids, ...(group ? [groupIdOf(group)] : [])]),
  );
  const rest = live.groups.filter(
    (group) => group.archiveTime === undefined && !managed.has(groupIdOf(group)),
  );
  const isRetired = (group: MediationGroup) => options.prune || replaced.has(groupIdOf(group));
  return {
    plans: rest.filter(isRetired).flatMap((group) => retired(group, input) ?? []),
    unmanaged: rest
      .filter((group) => !isRetired(group))
      .map((group) => ({ id: groupIdOf(group), name: group.displayName ?? '' })),
  };
}

/** How a value of a setting is shown: where a secret is, never what it is. */
const shownSetting = (value: string | { readonly env: string } | { readonly file: string }) => {
  if (typeof value === 'string') return value;
  return 'env' in value ? `(env ${value.env})` : `(file ${value.file})`;
};

const mappingPlan = ({ key, entry, action, name, orphan }: MappingMatch): MappingPlan => ({
  key,
  adUnit: entry.adUnit,
  adapter: entry.adapter,
  action,
  values: Object.fromEntries([...entry.values].map(([setting, value]) => [setting, shownSetting(value)])),
  ...(name !== undefined && { name }),
  ...(orphan !== undefined && { orphan }),
});

/** One group of the file against its group on the server, if there is one. */
export function planGroup(match: GroupMatch, input: PlanInput): GroupPlan {
  if (match.ambiguous) return ambiguous(match);
  return match.group ? compared(match, match.group, input) : created(match, input);
}

/** What has to be done so that the server has what the file says. @throws NameProblem */
export function planOf(input: PlanInput): Plan {
  const { server, target, options, configuration, live, scope } = input;
  const matches = matchGroups(configuration, live, scope);
  const { plans, unmanaged } = others(input, matches);
  return {
    server,
    publisher: configuration.publisher,
    target,
    options,
    mappings: input.mappings.map(mappingPlan),
    groups: [...matches.map((match) => planGroup(match, input)), ...plans],
    unmanaged,
  };
}
