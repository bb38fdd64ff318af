import { sameJson } from '../../conventions/json.ts';
import { OWN_NETWORK } from './configuration.ts';
import type { LiveLine } from './live-configuration.ts';
import { type LockedGroup, lockedLine } from './lock.ts';
import { liveLine, type Members } from './members.ts';

/** A line of the file with what it names on the server. */
export interface WantedLine {
  readonly key: string;
  /** As in the file. */
  readonly source: string;
  readonly sourceId: string;
  /** The name of the file, or the key. */
  readonly displayName: string;
  readonly members: Members;
}

/** How many of the given members a line has. */
function likeness(line: LiveLine, { members }: WantedLine): number {
  const live = liveLine(line);
  return [...members].filter(([name, value]) => sameJson(live.get(name), value)).length;
}

/**
 * The line of each key: that of the lock file; else one with the same ad source and name; else, in a group that the lock
 * file does not know, the only one of its ad source. Each line is taken once.
 */
export function matchLines(
  wanted: readonly WantedLine[],
  lines: readonly LiveLine[],
  locked: LockedGroup | undefined,
): ReadonlyMap<string, LiveLine> {
  const found = new Map<string, LiveLine>();
  const free = new Set(lines);
  const take = (key: string, line: LiveLine | undefined) => {
    if (!line || found.has(key)) return;
    found.set(key, line);
    free.delete(line);
  };
  for (const { key } of wanted) {
    const id = lockedLine(locked, key)?.id;
    if (id !== undefined)
      take(
        key,
        [...free].find((line) => line.id === id),
      );
  }
  const open = () => wanted.filter(({ key }) => !found.has(key));
  for (const line of open()) {
    const named = [...free].filter(
      ({ adSourceId, displayName }) => adSourceId === line.sourceId && displayName === line.displayName,
    );
    const [best] = named.toSorted((a, b) => likeness(b, line) - likeness(a, line));
    take(line.key, best);
  }
  for (const line of open()) {
    const isLoose = locked === undefined || line.source === OWN_NETWORK;
    const rivals = open().filter(({ sourceId }) => sourceId === line.sourceId);
    const [only, other] = [...free].filter(({ adSourceId }) => adSourceId === line.sourceId);
    const isLocked = lockedLine(locked, line.key) !== undefined;
    if (isLoose && !isLocked && rivals.length === 1 && !other) take(line.key, only);
  }
  return found;
}
