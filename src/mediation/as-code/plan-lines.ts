import { sameJson } from '../../conventions/json.ts';
import type { MediationGroup } from '../contract/index.ts';
import { type LiveLine, linesOf } from './live-configuration.ts';
import { appliedDigest, digestOf, type LockedGroup, lockedLine } from './lock.ts';
import { matchLines, type WantedLine } from './match-lines.ts';
import { liveLine, type Members, shownValue, type Value } from './members.ts';
import type { Change, How, LinePlan, PlanOptions } from './plan-model.ts';

interface CompareOptions {
  readonly overwriteDrift: boolean;
  readonly conflicts?: PlanOptions['conflicts'] | undefined;
  readonly keyOf: (id: string) => string;
  /** Members that only people can change. */
  readonly byHand: readonly string[];
}

interface Sides {
  readonly wanted: Members;
  readonly live: Members;
  /** Digests of what was last applied; undefined if nothing was. */
  readonly applied: Readonly<Record<string, string>> | undefined;
}

/** Both sides changed what was applied. */
const conflict = ({ conflicts }: Pick<CompareOptions, 'conflicts'>): How =>
  conflicts === 'ours' ? 'overwrite' : (conflicts ?? 'conflict');

interface Side {
  readonly member: string;
  readonly value: Value;
  readonly now: Value | null;
  /** Digest of what was last applied. */
  readonly base: string | undefined;
}

/** Three sides: the file, the server, and what was last applied. */
function howOf({ member, value, now, base }: Side, options: CompareOptions): How {
  if (options.byHand.includes(member)) return 'by-hand';
  if (base === undefined || base === digestOf(now)) return 'write';
  if (base !== digestOf(value)) return conflict(options);
  return options.overwriteDrift ? 'overwrite' : 'drift';
}

/** Whether the file says something else than what was last applied. */
export const isEdited = (wanted: Members, applied: Sides['applied']): boolean =>
  [...wanted].some(([member, value]) => appliedDigest(applied, member) !== digestOf(value));

export function compare({ wanted, live, applied }: Sides, options: CompareOptions): readonly Change[] {
  return [...wanted].flatMap(([member, value]): readonly Change[] => {
    const now = live.get(member) ?? null;
    if (sameJson(now, value)) return [];
    const how = howOf({ member, value, now, base: appliedDigest(applied, member) }, options);
    const shown = (one: Value | null) => shownValue(member, one, options.keyOf);
    return [{ member, how, from: shown(now), to: shown(value) }];
  });
}

interface LinesContext extends CompareOptions {
  readonly locked: LockedGroup | undefined;
  readonly prune: boolean;
}

const asAdded = ({ members, source }: WantedLine, { keyOf }: LinesContext): readonly Change[] => [
  { member: 'source', how: 'write', from: '-', to: source },
  ...[...members].map(
    ([member, value]): Change => ({
      member,
      how: 'write',
      from: '-',
      to: shownValue(member, value, keyOf),
    }),
  ),
];

function planLine(wanted: WantedLine, line: LiveLine | undefined, context: LinesContext): LinePlan {
  const { key, displayName: title, source, sourceId, members } = wanted;
  const locked = lockedLine(context.locked, key);
  if (!line) {
    const added: LinePlan = { key, title, action: 'add', changes: asAdded(wanted, context) };
    if (!locked) return added;
    const how = isEdited(members, locked.applied) ? conflict(context) : 'drift';
    if (how === 'overwrite' || (how === 'drift' && context.overwriteDrift)) return added;
    const changes: readonly Change[] = how === 'drift' ? [] : [{ member: 'line', how, from: '-', to: title }];
    return { key, id: locked.id, title, action: 'gone', changes };
  }
  if (line.adSourceId !== sourceId) {
    const change = { member: 'source', how: 'write', from: line.adSourceId ?? '', to: source } as const;
    return { key, id: line.id, title, action: 'replace', changes: [change] };
  }
  // A line that came in the place of the locked one, such as the winner of an experiment, is a change of the server.
  const changes = compare({ wanted: members, live: liveLine(line), applied: locked?.applied }, context);
  return { key, id: line.id, title, action: changes.length > 0 ? 'change' : 'none', changes };
}

/**
 * Lines that are not in the file serve no more with `--prune`, and are left alone otherwise: also while one of the file is
 * gone, because they may have come in its place.
 */
function pruned(lines: readonly LiveLine[]): readonly LinePlan[] {
  return lines
    .filter(({ state }) => state !== 'DISABLED')
    .map(({ id, displayName = '' }) => ({
      id,
      title: displayName,
      action: 'disable',
      changes: [{ member: 'state', how: 'write', from: 'enabled', to: 'disabled' }],
    }));
}

export function planLines(
  wanted: readonly WantedLine[],
  group: MediationGroup,
  context: LinesContext,
): readonly LinePlan[] {
  const lines = linesOf(group);
  const matched = matchLines(wanted, lines, context.locked);
  const known = new Set(matched.values());
  const plans = wanted.map((line) => planLine(line, matched.get(line.key), context));
  const isPruned = context.prune && plans.every(({ action }) => action !== 'gone');
  return [...plans, ...(isPruned ? pruned(lines.filter((line) => !known.has(line))) : [])];
}

/** A line in a group that does not exist yet. */
export const newLinePlan = (wanted: WantedLine, context: LinesContext): LinePlan => ({
  key: wanted.key,
  title: wanted.displayName,
  action: 'add',
  changes: asAdded(wanted, context),
});
