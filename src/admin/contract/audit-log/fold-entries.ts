import type { Subject } from '../../../audit/entry.ts';
import type { EventView } from './methods.ts';
import { type Known, type Part, sentenceOf } from './sentences.ts';

/** Events that record that data of people was read; nothing was changed. Searches are for different people, so each has a row. */
const LOOKS: Readonly<Partial<Record<Subject, readonly string[]>>> = {
  holder: ['view', 'viewPortrait'],
  holderNames: ['view'],
};

type FoldableEvent = Pick<
  EventView,
  | 'subject'
  | 'subjectId'
  | 'event'
  | 'time'
  | 'actor'
  | 'operatorId'
  | 'callerId'
  | 'holderId'
  | 'reason'
  | 'details'
>;

export const isLook = ({ subject, event }: Pick<EventView, 'subject' | 'event'>): boolean =>
  LOOKS[subject]?.includes(event) === true;

/** Opening a proofing for a review, or closing it without a decision. */
const isOpening = ({ subject, event }: Pick<EventView, 'subject' | 'event'>): boolean =>
  subject === 'proofing' && (event === 'claim' || event === 'release');

const isSignIn = ({ subject, event }: Pick<EventView, 'subject' | 'event'>): boolean =>
  subject === 'consoleSession' && event === 'signIn';

/** The use of a one-time address stands beside the sign-in that it is for, in a row of both. One to confirm an action is apart. */
const isCodeUse = ({ subject, event }: Pick<EventView, 'subject' | 'event'>): boolean =>
  subject === 'consoleCode' && event === 'use';

const consoleOf = ({ details }: Pick<EventView, 'details'>): unknown =>
  (details?.after as { readonly console?: unknown })?.console;

/** How many names a look at names showed; NaN for other entries. */
const namesIn = ({ details }: Pick<EventView, 'details'>): number =>
  Number((details?.after as { readonly holders?: unknown })?.holders);

/** A look that a review brings with it: at the person of the opened proofing, or at a single name. */
const isOfReview = (event: FoldableEvent, opening: FoldableEvent): boolean =>
  isOpening(opening) &&
  (event.subject === 'holderNames'
    ? namesIn(event) === 1
    : isLook(event) && event.holderId !== undefined && event.holderId === opening.holderId);

/** What entries have in common that become one row; undefined for an entry that has its own. */
function sameness(event: FoldableEvent): string | undefined {
  const { subject, subjectId, event: name, reason } = event;
  if (isOpening(event)) return `${subject} ${subjectId}`;
  // Publishers and scope of each token are in the details of its entry, to which the row opens.
  if (subject === 'token' && name === 'issue') return subject;
  if (isSignIn(event)) return ['signIn', reason, consoleOf(event)].join(' ');
  if (isCodeUse(event)) return ['signIn', 'code', consoleOf(event)].join(' ');
  return isLook(event) ? [subject, name, subjectId].join(' ') : undefined;
}

/** A row takes only entries from so many entries after its first one, so a list reads at most so many entries ahead. */
export const REACH = 100;

/** Several equal looks, openings, tokens or sign-ins, or one entry of any kind; in the order of the log. */
export type FoldedRow<Event> = readonly [Event, ...Event[]];

interface Folded<Event> {
  readonly rows: readonly FoldedRow<Event>[];
  /** Number of the first rows that do not change if more entries are read. */
  readonly complete: number;
}

interface Open<Event> {
  readonly what: string;
  readonly at: number;
  readonly row: [Event, ...Event[]];
  readonly first: number;
}

interface FoldOptions {
  /** The day under which an entry is shown. Rows are within a day. */
  readonly dayOf: (time: string) => string;
  /** Whether the log has no entries behind these. */
  readonly isEnd?: boolean;
}

/**
 * Rows for entries that are in the order of the log, in either direction. Equal looks of a person become one row, as do openings
 * of a proofing with their looks, tokens and sign-ins, if the person did nothing else between them. What others did in the
 * meantime has its own rows.
 */
export function foldEntries<Event extends FoldableEvent>(
  events: readonly Event[],
  { dayOf, isEnd = true }: FoldOptions,
): Folded<Event> {
  const rows: [Event, ...Event[]][] = [];
  const open = new Map<string, Open<Event>>();
  let day = '';
  for (const [index, event] of events.entries()) {
    const today = dayOf(event.time);
    if (today !== day) open.clear();
    day = today;
    const who = [event.actor, event.operatorId, event.callerId].join(' ');
    const what = sameness(event);
    const found = open.get(who);
    const isSame = found && (found.what === what || isOfReview(event, found.row[0]));
    if (isSame && index - found.first <= REACH) {
      found.row.push(event);
      continue;
    }
    if (what !== undefined) open.set(who, { what, at: rows.length, row: [event], first: index });
    else open.delete(who);
    rows.push(open.get(who)?.row ?? [event]);
  }
  const growing = [...open.values()].filter(({ first }) => events.length - first <= REACH);
  return { rows, complete: isEnd ? rows.length : Math.min(rows.length, ...growing.map(({ at }) => at)) };
}

/** How many names the looks of a row showed at most, if they are about names: some may be the same. */
function sumText(row: readonly EventView[]): string {
  const sum = row.map(namesIn).reduce((all, count) => all + count, 0);
  return Number.isNaN(sum) ? '' : ` (up to ${sum} names)`;
}

const timesText = (count: number) => (count === 1 ? '' : `, ${count} times`);

/**
 * What follows the sentence of the first opening. An opening that was not closed, because it is open or ended in a decision, is
 * said apart. The row of another day may have the opening of the first closing.
 */
function openingsText(row: readonly EventView[]): string {
  const opened = Math.max(1, row.filter(({ event }) => event === 'claim').length);
  const closed = Math.min(opened, row.filter(({ event }) => event === 'release').length);
  if (closed === 0) return timesText(opened);
  const again = opened === closed ? '' : `, and began it again${timesText(opened - closed)}`;
  return ` and gave it back${timesText(closed)}${again}`;
}

/** What a row says: of one entry, its sentence; of several, also how many they are. */
export function rowSentence(row: FoldedRow<EventView>, known: Known = {}): readonly Part[] {
  const { details: _, ...look } = row[0];
  if (row.length === 1) return sentenceOf(row[0], known);
  if (isOpening(row[0]))
    return [...sentenceOf({ ...look, event: 'claim' }, known), { text: openingsText(row) }];
  const signIns = row.filter(isSignIn);
  const count = signIns.length || row.length;
  return [
    ...sentenceOf(signIns[0] ?? look, known),
    ...(count === 1 ? [] : [{ text: `${timesText(count)}${sumText(row)}` }]),
  ];
}
