import type { Subject } from '../../../audit/entry.ts';
import { OUTCOMES } from '../../../audit/outcomes.ts';
import { hasWords } from '../../../conventions/has-words.ts';
import { SENTENCES, SENTENCES_BY_STATE } from './event-words.ts';
import type { EventView } from './methods.ts';
import { eventLabel, newState } from './sentences.ts';

interface EventKind {
  readonly subject: Subject;
  readonly event: string;
  /** The state that it leads to, if the kind is about that. */
  readonly to?: string;
  /** What people read: `revoked a credential`. */
  readonly text: string;
}

/** Every kind of event. */
export const EVENT_KINDS: readonly EventKind[] = (Object.keys(SENTENCES) as Subject[]).flatMap((subject) =>
  Object.keys(SENTENCES[subject]).map((event) => ({ subject, event, text: eventLabel(subject, event) })),
);

const BY_STATE = (Object.entries(SENTENCES_BY_STATE) as [Subject, object][]).flatMap(([subject, events]) =>
  (Object.entries(events) as [string, object][]).flatMap(([event, states]) =>
    Object.keys(states).map(
      (to): EventKind => ({ subject, event, to, text: eventLabel(subject, event, to) }),
    ),
  ),
);

/** The event whose outcome an entry has: an automatic rejection that of `reject`. */
export const outcomeOf = (subject: Subject, to = ''): string | undefined =>
  (OUTCOMES[subject] as Readonly<Record<string, string>> | undefined)?.[to];

/** The kinds that have these words: `rejected`, `revoked a credential`. A kind without a state has those with one. */
export function kindsWith(words: string): readonly EventKind[] {
  const saying = ({ text }: EventKind) => hasWords(text, words);
  const kinds = EVENT_KINDS.filter(saying);
  const isNew = (one: EventKind) =>
    !kinds.some(({ subject, event }) => subject === one.subject && event === one.event);
  return [...kinds, ...BY_STATE.filter(saying).filter(isNew)];
}

/** Whether an event is of a kind, or has its outcome. */
export const isOfKind = (
  { subject, event, to }: EventKind,
  one: Pick<EventView, 'subject' | 'event' | 'from' | 'to'>,
): boolean =>
  subject === one.subject &&
  (to === undefined
    ? event === one.event || event === outcomeOf(subject, newState(one))
    : event === one.event && to === newState(one));
