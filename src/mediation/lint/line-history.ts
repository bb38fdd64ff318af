import { omit } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import type { MediationGroup as GroupView, MediationGroupLine as LineView } from '../contract/index.ts';
import { groupName } from '../names.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { LintLine } from './model.ts';

const PRICE_AGE = 30 * DAY;
/** No rule looks at the numbers of more than 14 full days. */
const REPRICED = 15 * DAY;
/** Most changes that are looked at. */
const MOST_CHANGES = 100;

type Lines = Readonly<Record<string, LineView>>;

const linesOf = (view: object | undefined): Lines =>
  (view as GroupView | undefined)?.mediationGroupLines ?? {};

/** The changes of a group after a time, the newest first. */
async function* changesAfter(
  reader: MediationReader,
  { publisherId, groupId }: MediationGroup,
  time: number,
): AsyncGenerator<{ readonly at: number; readonly before: Lines; readonly after: Lines }, void> {
  let from: string | undefined;
  for (let seen = 0; seen < MOST_CHANGES; ) {
    const page = { size: 10, ...(from !== undefined && { after: from }) };
    const { rows, next } = await reader.listGroupEntries(groupName(publisherId, groupId), page);
    for (const { at, details } of rows) {
      if (at <= time) return;
      if (details?.before) yield { at, before: linesOf(details.before), after: linesOf(details.after) };
    }
    if (next === undefined) return;
    from = next;
    seen += rows.length;
  }
}

export const isSamePrice = (
  one: Pick<LineView, 'cpmMode' | 'cpmMicros'>,
  other: Pick<LineView, 'cpmMode' | 'cpmMicros'> | undefined,
): boolean => one.cpmMode === other?.cpmMode && one.cpmMicros === other?.cpmMicros;

/** When prices of lines were changed in the last days. */
async function repriced(
  reader: MediationReader,
  group: MediationGroup,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const since = now - REPRICED;
  if (group.updatedAt <= since || group.updatedAt === group.createdAt) return times;
  for await (const { at, before, after } of changesAfter(reader, group, since)) {
    for (const [id, line] of Object.entries(before))
      if (!times.has(id) && !isSamePrice(line, after[id])) times.set(id, at);
  }
  return times;
}

/** Since when the lines have their prices at least, for those whose prices were the same 30 days ago; and which were changed lately. */
export async function withPriceAges(
  reader: MediationReader,
  group: MediationGroup,
  now: number,
): Promise<readonly LintLine[]> {
  const { publisherId, groupId, createdAt, updatedAt } = group;
  const then = now - PRICE_AGE;
  const times = await repriced(reader, group, now);
  const lines = group.lines.map((line) => {
    const repricedAt = times.get(line.lineId);
    return repricedAt === undefined ? line : { ...line, repricedAt };
  });
  const isPriced = lines.some(({ cpmMode, state }) => cpmMode === 'MANUAL' && state === 'ENABLED');
  // If nothing was changed since, the time of the last change tells the same.
  if (!isPriced || createdAt > then || updatedAt <= then) return lines;
  const { rows } = await reader.listGroupEntries(groupName(publisherId, groupId), { size: 1 }, then);
  const [entry] = rows;
  const before = linesOf(entry?.details?.after);
  return lines.map((line) => {
    const old = before[line.lineId];
    return entry && old && isSamePrice(old, line) ? { ...line, pricedAt: entry.at } : line;
  });
}

const contentOf = (line: LineView) => omit(line, 'displayName', 'experimentVariant');

const sameContent = (before: Lines, after: Lines) =>
  JSON.stringify(Object.entries(before).map(([id, line]) => [id, contentOf(line)])) ===
  JSON.stringify(Object.entries(after).map(([id, line]) => [id, contentOf(line)]));

/** When lines of a group were last changed after a time, other than by name; undefined if they were not. */
export async function linesChangedAfter(
  reader: MediationReader,
  group: MediationGroup,
  time: number,
): Promise<number | undefined> {
  for await (const { at, before, after } of changesAfter(reader, group, time))
    if (!sameContent(before, after)) return at;
  return undefined;
}
