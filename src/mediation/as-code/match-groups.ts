import type { MediationGroup } from '../contract/index.ts';
import type { Configuration, GroupEntry } from './configuration.ts';
import { groupIdOf, type Live } from './live-configuration.ts';
import { type LockedGroup, type LockScope, lockedGroup } from './lock.ts';

export interface GroupMatch {
  readonly key: string;
  readonly entry: GroupEntry;
  /** Absent: there is none, or the one of the lock file is gone. */
  readonly group?: MediationGroup;
  /** Whether the lock file names the group of this match. */
  readonly isLocked: boolean;
  /** The lock file names a group that is not on the server any more. */
  readonly isGone?: true;
  /** Id of the group of the lock file that has another platform or format. */
  readonly replaces?: string;
  /** Ids of groups that could be meant. */
  readonly ambiguous?: readonly string[];
  /** Keys of the file to which the lock file gives the same group. */
  readonly rivals?: readonly string[];
}

const isLike = ({ targeting = {} }: MediationGroup, { platform, format }: GroupEntry) =>
  targeting.platform?.toUpperCase() === platform && targeting.format === format;

/** What was last applied to the group of a match; to one that is gone, if another has come in its place. */
export const appliedTo = ({ key, group, replaces }: GroupMatch, scope: LockScope): LockedGroup | undefined =>
  group && replaces === undefined ? lockedGroup(scope, key) : undefined;

/**
 * The group of each key: that of the lock file; if it is gone or archived, the only one with the same name, platform and
 * format that no other key has.
 */
export function matchGroups(
  { groups }: Configuration,
  live: Pick<Live, 'groups'>,
  scope: LockScope,
): readonly GroupMatch[] {
  const byId = new Map(live.groups.map((group) => [groupIdOf(group), group]));
  const claimed = new Set([
    ...[...groups.keys()].map((key) => lockedGroup(scope, key)?.id),
    ...(scope.retired ?? []),
  ]);
  const keysById = Map.groupBy(groups.keys(), (key) => lockedGroup(scope, key)?.id);
  return [...groups].map(([key, entry]): GroupMatch => {
    const id = lockedGroup(scope, key)?.id;
    const rivals = id === undefined ? [] : (keysById.get(id) ?? []);
    if (id !== undefined && rivals.length > 1) {
      return { key, entry, isLocked: false, ambiguous: [id], rivals };
    }
    const locked = id === undefined ? undefined : byId.get(id);
    const own = locked && isLike(locked, entry) && { key, entry, group: locked, isLocked: true };
    if (own && locked.archiveTime === undefined) return own;
    const free = live.groups.filter(
      (group) =>
        !claimed.has(groupIdOf(group)) &&
        group.archiveTime === undefined &&
        group.displayName === entry.name &&
        isLike(group, entry),
    );
    if (own && free.length !== 1) return own;
    const replaces = locked && !own && id !== undefined ? { replaces: id } : {};
    const [first, ...others] = free;
    if (others.length > 0) {
      return { key, entry, isLocked: false, ...replaces, ambiguous: free.map(groupIdOf) };
    }
    if (first) {
      claimed.add(groupIdOf(first));
      return { key, entry, group: first, isLocked: false, ...replaces };
    }
    const isGone = id !== undefined && !locked;
    return { key, entry, isLocked: false, ...replaces, ...(isGone && { isGone }) };
  });
}
