import type { Subject } from '../../../audit/entry.ts';
import { hasWords } from '../../../conventions/has-words.ts';
import { SENTENCES } from './event-words.ts';
import { eventLabel } from './sentences.ts';

interface EventKind {
  readonly subject: Subject;
  readonly event: string;
  /** What people read: `revoked a credential`. */
  readonly text: string;
}

/** Every kind of event. */
export const EVENT_KINDS: readonly EventKind[] = (Object.keys(SENTENCES) as Subject[]).flatMap((subject) =>
  Object.keys(SENTENCES[subject]).map((event) => ({ subject, event, text: eventLabel(subject, event) })),
);

/** The kinds that have these words: `rejected`, `revoked a credential`. */
export const kindsWith = (words: string): readonly EventKind[] =>
  EVENT_KINDS.filter(({ text }) => hasWords(text, words));
