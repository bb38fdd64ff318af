import { groupName } from '../names.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { binsOf, dayText } from '../statistics/days.ts';

/** Entries of a group that are read at once. */
const PAGE = 500;

interface Between {
  readonly from: number;
  readonly until: number;
  readonly timeZone: string;
}

/** Times at which the group began or ended to be paused, in ascending order. */
async function switches(reader: MediationReader, group: MediationGroup, { from, until }: Between) {
  const subjectId = groupName(group.publisherId, group.groupId);
  const found: { readonly at: number; readonly paused: boolean }[] = [];
  for (let after: string | undefined; ; ) {
    const filter = { subject: 'mediationGroup', subjectId, from, before: until } as const;
    const page = await reader.listEntries(
      { limit: PAGE, ...(after !== undefined && { after }) },
      filter,
      'basic',
    );
    for (const { at, from: before, to } of page) {
      if (before !== undefined && before !== to) found.push({ at, paused: to === 'DISABLED' });
    }
    after = page.at(-1)?.changeId;
    if (after === undefined) return found;
  }
}

/** The days on which the group was paused at some time, by the audit log. */
export async function pausedDays(
  reader: MediationReader,
  group: MediationGroup,
  between: Between,
): Promise<ReadonlySet<string>> {
  const changes = await switches(reader, group, between);
  const days = new Set<string>();
  const bins = binsOf(between.timeZone);
  const dayOf = (at: number) => bins(at).day;
  const [first] = changes;
  const wasPaused = first ? !first.paused : group.state === 'DISABLED';
  let since = wasPaused ? between.from : undefined;
  const pausedUntil = (until: number) => {
    if (since === undefined) return;
    for (let day = dayOf(since); day <= dayOf(until); day += 1) days.add(dayText(day));
    since = undefined;
  };
  for (const { at, paused } of changes) {
    if (paused) since ??= at;
    else pausedUntil(at);
  }
  pausedUntil(between.until);
  return days;
}
