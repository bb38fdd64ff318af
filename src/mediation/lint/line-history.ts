import { omit } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import type { MediationGroup as GroupView, MediationGroupLine as LineView } from '../contract/index.ts';
import { groupName } from '../names.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { LintLine } from './model.ts';

const PRICE_AGE = 30 * DAY;

type Lines = Readonly<Record<string, LineView>>;

const linesOf = (view: object | undefined): Lines =>
  (view as GroupView | undefined)?.mediationGroupLines ?? {};

/** Since when the lines have their prices at least, for those whose prices were the same 30 days ago. */
export async function withPriceAges(
  reader: MediationReader,
  { publisherId, groupId, lines, createdAt, updatedAt }: MediationGroup,
  now: number,
): Promise<readonly LintLine[]> {
  const then = now - PRICE_AGE;
  const isPriced = lines.some(({ cpmMode, state }) => cpmMode === 'MANUAL' && state === 'ENABLED');
  // If nothing was changed since, the time of the last change tells the same.
  if (!isPriced || createdAt > then || updatedAt <= then) return lines;
  const { rows } = await reader.listGroupEntries(groupName(publisherId, groupId), { size: 1 }, then);
  const [entry] = rows;
  const before = linesOf(entry?.details?.after);
  return lines.map((line) => {
    const old = before[line.lineId];
    const isSame = entry && old?.cpmMode === line.cpmMode && old.cpmMicros === line.cpmMicros;
    return isSame ? { ...line, pricedAt: entry.at } : line;
  });
}

const contentOf = (line: LineView) => omit(line, 'displayName', 'experimentVariant');

const sameContent = (before: Lines, after: Lines) =>
  JSON.stringify(Object.entries(before).map(([id, line]) => [id, contentOf(line)])) ===
  JSON.stringify(Object.entries(after).map(([id, line]) => [id, contentOf(line)]));

/** Most changes that are looked at. */
const MOST_CHANGES = 100;

/** When lines of a group were last changed after a time, other than by name; undefined if they were not. */
export async function linesChangedAfter(
  reader: MediationReader,
  { publisherId, groupId }: MediationGroup,
  time: number,
): Promise<number | undefined> {
  let after: string | undefined;
  for (let seen = 0; seen < MOST_CHANGES; ) {
    const page = { size: 10, ...(after !== undefined && { after }) };
    const { rows, next } = await reader.listGroupEntries(groupName(publisherId, groupId), page);
    for (const { at, details } of rows) {
      if (at <= time) return undefined;
      if (details?.before && !sameContent(linesOf(details.before), linesOf(details.after))) return at;
    }
    if (next === undefined) return undefined;
    after = next;
    seen += rows.length;
  }
  return undefined;
}
