import type { Subject } from '../../../audit/entry.ts';
import { OUTCOMES } from '../../../audit/outcomes.ts';
import { hasWords } from '../../../conventions/has-words.ts';
import { SENTENCES, SENTENCES_BY_METHOD, SENTENCES_BY_STATE } from './event-words.ts';
import type { EventView } from './methods.ts';
import { eventLabel, newState } from './sentences.ts';

interface EventKind {
  readonly subject: Subject;
  readonly event: string;
  /** The state that it leads to, if the kind is about that. */
  readonly to?: string;
  /** The method that records it, if the kind is about that. */
  readonly method?: string;
  /** What people read: `revoked a credential`. */
  readonly text: string;
}

/** Every kind of event. */
export const EVENT_KINDS: readonly EventKind[] = (Object.keys(SENTENCES) as Subject[]).flatMap((subject) =>
  Object.keys(SENTENCES[subject]).map((event) => ({ subject, event, text: eventLabel(subject, event) })),
);

const narrowed = (
  table: object,
  narrow: (code: string) => Pick<EventKind, 'to' | 'method'>,
): readonly EventKind[] =>
  (Object.entries(table) as [Subject, object][]).flatMap(([subject, events]) =>
    (Object.entries(events) as [string, object][]).flatMap(([event, codes]) =>
      Object.keys(codes).map((code): EventKind => {
        const by = narrow(code);
        return { subject, event, ...by, text: eventLabel(subject, event, by) };
      }),
    ),
  );

const NARROWED = [
  ...narrowed(SENTENCES_BY_STATE, (to) => ({ to })),
  ...narrowed(SENTENCES_BY_METHOD, (method) => ({ method })),
];

/** The event whose outcome an entry has: an automatic rejection that of `reject`. */
export const outcomeOf = (subject: Subject, to = ''): string | undefined =>
  (OUTCOMES[subject] as Readonly<Record<string, string>> | undefined)?.[to];

/** The kinds that have these words: `rejected`, `revoked a credential`. A kind has those that are narrower. */
export function kindsWith(words: string): readonly EventKind[] {
  const saying = ({ text }: EventKind) => hasWords(text, words);
  const kinds = EVENT_KINDS.filter(saying);
  const isNew = (one: EventKind) =>
    !kinds.some(({ subject, event }) => subject === one.subject && event === one.event);
  return [...kinds, ...NARROWED.filter(saying).filter(isNew)];
}

/** Whether an event is of a kind, or has its outcome. */
export const isOfKind = (
  { subject, event, to, method }: EventKind,
  one: Pick<EventView, 'subject' | 'event' | 'from' | 'to' | 'method'>,
): boolean =>
  subject === one.subject &&
  (method === undefined || method === one.method) &&
  (to === undefined
    ? event === one.event || event === outcomeOf(subject, newState(one))
    : event === one.event && to === newState(one));
