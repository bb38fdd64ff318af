import { sameJson } from '../../conventions/json.ts';
import type { MediationGroup } from '../contract/index.ts';
import { groupIdOf, linesOf } from './live-configuration.ts';
import { appliedDigest, digestOf, type LockedGroup, type LockedLine, lockedLine, withLine } from './lock.ts';
import { matchLines, type WantedLine } from './match-lines.ts';
import { liveGroup, liveLine, type Members } from './members.ts';
import type { Change, GroupPlan } from './plan-model.ts';

type Digests = Readonly<Record<string, string>>;

const isTheirs = ({ how }: Change) => how === 'theirs';

/**
 * Members that differ from the file were not applied: what was applied before stays. Where the server won a conflict, the
 * file counts as applied, so that what remains is drift.
 */
function digests(
  wanted: Members,
  live: Members,
  before: Digests | undefined,
  changes: readonly Change[],
): Digests {
  const theirs = new Set(changes.filter(isTheirs).map(({ member }) => member));
  const entries = [...wanted].flatMap(([member, value]): readonly [string, string][] => {
    const now = live.get(member) ?? null;
    const isSettled = sameJson(now, value) || theirs.has(member);
    const digest = isSettled ? digestOf(value) : appliedDigest(before, member);
    return digest === undefined ? [] : [[member, digest]];
  });
  return Object.fromEntries(entries);
}

interface Applied {
  readonly group: MediationGroup;
  readonly wanted: Members;
  readonly wantedLines: readonly WantedLine[];
  /** Tells which lines were there before, and who won conflicts. */
  readonly plan: Pick<GroupPlan, 'changes' | 'lines'>;
  readonly before: LockedGroup | undefined;
}

/** What the lock file says about a group after it was applied, or looked at. */
export function lockAfterApply({ group, wanted, wantedLines, plan, before }: Applied): LockedGroup {
  const ids = new Map(plan.lines.map(({ key, id, action }) => [key, action === 'replace' ? undefined : id]));
  const lockedLines: Record<string, LockedLine> = {};
  for (const { key } of wantedLines) {
    const id = ids.get(key);
    if (id !== undefined) lockedLines[key] = { id, applied: {} };
  }
  const id = groupIdOf(group);
  const matched = matchLines(wantedLines, linesOf(group), { id, applied: {}, lines: lockedLines });
  let lines: LockedGroup['lines'] = before?.lines ?? {};
  for (const { key, members } of wantedLines) {
    const line = matched.get(key);
    const earlier = lockedLine(before, key);
    const changes = plan.lines.find((each) => each.key === key)?.changes ?? [];
    if (line)
      lines = withLine(lines, key, {
        id: line.id,
        applied: digests(members, liveLine(line), earlier?.applied, changes),
      });
    else if (earlier && changes.some(isTheirs))
      lines = withLine(lines, key, { id: earlier.id, applied: digests(members, members, undefined, []) });
  }
  return { id, applied: digests(wanted, liveGroup(group), before?.applied, plan.changes), lines };
}
