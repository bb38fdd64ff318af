import type { EventView } from '../admin/contract/audit-log/methods.ts';
import { sentenceText } from '../admin/contract/audit-log/sentences.ts';
import { CHANGE_WORDS } from '../admin/contract/explained/changes.ts';
import { DECISION_WORDS } from '../admin/contract/explained/decisions.ts';
import { codeWords } from '../conventions/code-words.ts';
import { hasWords } from '../conventions/has-words.ts';
import { eventSummary } from './change-summary.ts';
import { decisionFacts } from './decision-text.ts';
import { eventChanges } from './event-changes.ts';
import type { Shown } from './group-text.ts';

/** A search ends after the page with this entry: names are encrypted, so entries are searched here, not by the server. */
export const MOST_SEARCHED = 2000;

/** Names of holders and OAuth clients by their ids. */
type Names = ReadonlyMap<string, string | undefined>;

/** The values in what changed, without the names of the members. */
function valuesIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [String(value)];
}

/** An id or a digest: the letters in it are no words. */
const isHex = (value: string) => /^(?:[a-z]+-)?[\da-f-]{16,}$/i.test(value);

const withoutHex = (text: string) =>
  text
    .split(' ')
    .filter((word) => !isHex(word))
    .join(' ');

/**
 * Whether an entry has all words of a text: in its sentence, in the reason, the note and the message to the wallet, in what
 * changed as people read it, with prices and times as they are shown, or as it is stored, in emails, or at the start of the ids
 * of who and what it is about.
 */
export function eventSays(event: EventView, text: string, names: Names, shown: Shown): boolean {
  const { id, subjectId, subjectName, holderId, operatorId, operatorName, callerId, callerName } = event;
  const { approverId, approverName, requestId, publisherId, method, concerns, from, to, details } = event;
  const timeText = (milliseconds: number) => shown.time(new Date(milliseconds).toISOString());
  const facts = decisionFacts(event, DECISION_WORDS, timeText).map(([, value]) => value);
  const name = (one: string) => names.get(one);
  const known = { holder: name, client: name, reason: () => facts[0], id: () => '' };
  const states = [from, to].flatMap((state) => (state === undefined ? [] : codeWords(state)));
  const values = valuesIn([subjectName, operatorName, callerName, approverName, method, concerns, details]);
  const changes = eventChanges(event, CHANGE_WORDS, shown).flat().map(withoutHex);
  const said = [sentenceText(event, known), eventSummary(event, CHANGE_WORDS, shown)];
  const words = [...said, ...facts, ...states, ...changes];
  const texts = [...words, ...values.filter((value) => !isHex(value))];
  const ids = valuesIn([id, subjectId, holderId, operatorId, callerId, approverId, requestId, publisherId]);
  const all = texts.join('\n');
  const lasts = ids.map((one) => one.slice(one.lastIndexOf('/') + 1));
  const starts = [...ids, ...lasts, ...values.filter(isHex)].map((one) => one.toLowerCase());
  const typed = text.toLowerCase().split(/\s+/);
  return typed.every((word) => hasWords(all, word) || starts.some((one) => one.startsWith(word)));
}

interface Answer {
  readonly events: readonly EventView[];
  readonly nextPageToken?: string;
}

interface Search {
  readonly text: string;
  readonly namesOf: (ids: readonly string[]) => Promise<Names>;
  readonly shown: Shown;
  readonly isWanted?: (event: EventView) => boolean;
}

/**
 * The pages of the audit log with only the wanted entries that say a text. If the last page has a next one, the entries behind it
 * were not searched.
 */
export async function* searchEvents<Page extends Answer>(
  pages: AsyncIterable<Page>,
  { text, namesOf, shown, isWanted = () => true }: Search,
): AsyncGenerator<Page> {
  let count = 0;
  for await (const page of pages) {
    const wanted = page.events.filter(isWanted);
    const names = await namesOf([...new Set(wanted.flatMap(({ holderId }) => holderId ?? []))]);
    yield { ...page, events: wanted.filter((event) => eventSays(event, text, names, shown)) };
    count += page.events.length;
    if (count >= MOST_SEARCHED) return;
  }
}
