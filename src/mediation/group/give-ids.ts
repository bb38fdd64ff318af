import type { RandomFill } from '../../conventions/effects.ts';
import { newId } from '../ids.ts';
import type { MediationGroupLine } from '../ports/entities.ts';

/** Ids are digits; what stands for one until it is given out begins with a minus sign. */
const isPlaceholder = (lineId: string) => lineId.startsWith('-');

/**
 * Lines that still have the placeholder of the request get their id: none that a line of the group has, or had in
 * `before`. Those of lines that were removed earlier are known to the store.
 */
export function withLineIds(
  lines: readonly MediationGroupLine[],
  random: RandomFill,
  before: readonly MediationGroupLine[] = [],
): readonly MediationGroupLine[] {
  const taken = new Set([...lines, ...before].map(({ lineId }) => lineId));
  const free = (): string => {
    const id = newId(random, 'line');
    if (taken.has(id)) return free();
    taken.add(id);
    return id;
  };
  return lines.map((line) => (isPlaceholder(line.lineId) ? { ...line, lineId: free() } : line));
}
