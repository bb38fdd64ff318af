import type { EventView } from '../admin/contract/audit-log/methods.ts';
import type { ChangeWords } from '../admin/contract/explained/changes.ts';
import { memberChanges } from './event-changes.ts';
import { groupChanges, isGroup } from './group-changes.ts';
import { groupText, type Shown } from './group-text.ts';
import { keptVariant } from './kept-variant.ts';

/** Things that a row names. */
const MOST = 2;

type Values = Readonly<Record<string, unknown>>;

interface Change {
  /** Resource name. */
  readonly resource: string;
  readonly method?: string | undefined;
  readonly before?: Values | undefined;
  readonly after?: Values | undefined;
}

/** What the row of an ad unit or an experiment does not say of it: its format, and how many users get variant B. */
const SAID_OF_NEW: ReadonlySet<string> = new Set(['adFormat', 'treatmentTrafficPercentage']);

/** What is new beside its name. The end of an experiment is in its sentence. */
function newTexts({ before, after = {} }: Change, words: ChangeWords, { time }: Shown): readonly string[] {
  if (before) return [];
  const said = Object.fromEntries(Object.entries(after).filter(([name]) => SAID_OF_NEW.has(name)));
  return memberChanges({}, said, words, time).map((change) => change.join(' '));
}

function groupTexts(change: Change, words: ChangeWords, shown: Shown): readonly string[] {
  const { before, after = {} } = change;
  const kept = keptVariant(change);
  if (kept) return [words.kept[kept] ?? kept];
  const text = groupText(words, shown, after, before ?? {});
  // The sentence says that a group is archived, and names a new group, of which the lines say most.
  return groupChanges(before ?? {}, after)
    .filter((one) => one.kind !== 'changed' || (before && one.path !== 'archiveTime'))
    .map(text.summary);
}

/** What a change of a publisher's settings did, in one line: the first things, and how many others there are. */
export function changeSummary(change: Change, words: ChangeWords, shown: Shown): string {
  if (!change.after) return '';
  const texts = (isGroup(change.resource) ? groupTexts : newTexts)(change, words, shown);
  const more = texts.length > MOST ? [words.moreChanges(texts.length - MOST)] : [];
  return [...texts.slice(0, MOST), ...more].join('; ');
}

/** The same of an entry of the audit log; empty if its sentence says all. */
export const eventSummary = (
  { subjectId: resource, method, details }: Pick<EventView, 'subjectId' | 'method' | 'details'>,
  words: ChangeWords,
  shown: Shown,
): string => changeSummary({ resource, method, ...details }, words, shown);
