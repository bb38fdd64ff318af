import type { Subject } from '../../../audit/entry.ts';
import { codeWords } from '../../../conventions/code-words.ts';
import { lowerFirst, upperFirst } from '../../../conventions/upper-first.ts';
import { accountName, emailName } from './email-name.ts';
import { NOUNS, PROOFS, SENTENCES, SENTENCES_BY_METHOD, SENTENCES_BY_STATE } from './event-words.ts';
import type { EventView } from './methods.ts';

/** What people call a document of this type. */
const DOCUMENTS: readonly (readonly [end: string, noun: string])[] = [
  ['.mDL', 'licence'],
  ['photoid.1', 'photo ID'],
  ['pid.1', 'ID'],
];

export const documentNoun = (documentType = ''): string =>
  DOCUMENTS.find(([end]) => documentType.toLowerCase().endsWith(end.toLowerCase()))?.[1] ?? NOUNS.credential;

/** Authors who are no users, as they stand in a sentence. */
const ACTORS: Readonly<Record<EventView['actor'], string>> = {
  wallet: 'the wallet',
  operator: 'an operator',
  client: 'a client',
  user: 'a user',
  deadline: 'a passed deadline',
  start: 'the server',
  file: 'a changed file',
  protocol: 'the authorization server',
  holderPage: 'the page for holders',
};

/** Whether an author is a user, by the id. */
export const isUser = (id: string): boolean => id.startsWith('user-');

/** What an author is, by the id. */
const AUTHORS = [
  [isUser, 'user'],
  [(id: string) => id.startsWith('client-'), 'oauthClient'],
] as const;

/** A part of a sentence. What is about something has its subject and id, for a link. */
export interface Part {
  readonly text: string;
  readonly about?: { readonly subject: Subject; readonly id: string };
}

/** What the reader may know beside the entry. */
export interface Known {
  /** The name of a holder; undefined if it is unknown, or not for the reader. */
  readonly holder?: (id: string) => string | undefined;
  /** The reason of a decision in words, if the entry has one. */
  readonly reason?: (event: EventView) => string | undefined;
  /** The name of an OAuth client, in the same way. */
  readonly client?: (id: string) => string | undefined;
  /** How an id is shown that stands for the thing itself. */
  readonly id?: (id: string) => string;
}

/** `2026-01-31`. */
const dayOf = (time: string) => time.slice(0, 10);

const LONG = 20;
const SHOWN = 12;

/** The start of a long id. It tells ids from others; commands complete it. */
export const shortId = (id: string): string => (id.length > LONG ? `${id.slice(0, SHOWN)}…` : id);

type Author = Pick<EventView, 'actor' | 'operatorId' | 'operatorName' | 'callerId' | 'callerName'>;

/** Whether the sentence names an OAuth client, whose name the entry does not have. Users have an email instead. */
export const namesClient = ({ subject, callerId, callerName }: EventView): boolean =>
  subject === 'oauthClient' || subject === 'grant' || (callerId !== undefined && callerName === undefined);

/** Who made the change. */
export function authorName(event: Author, known: Known = {}): string {
  const { actor, operatorId, operatorName, callerId, callerName } = event;
  const id = operatorId ?? callerId;
  const name = accountName(id, operatorName ?? callerName);
  if (name !== undefined) return name;
  return id === undefined ? ACTORS[actor] : (known.client?.(id) ?? known.id?.(id) ?? id);
}

/** Whether it is the id of an erasure, which the entries about the erased holder have in place of the holder's. */
export const isErasure = (id: string): boolean => /^erased-[\da-f-]{36}$/.test(id);

/** `device 2cfff6513a01…`; an id that begins with the word, or the last part of a resource name, says it once. */
function withId(noun: string, id: string, known: Known): string {
  const own = id.slice(id.lastIndexOf('/') + 1);
  if (isErasure(own)) return withArticle(noun);
  const shown = known.id?.(own) ?? own;
  return own.startsWith(`${noun}-`) ? shown : `${noun} ${shown}`;
}

const NAMES = 'names of holders';

const namesText = (count: unknown): string => {
  if (count === 1) return 'the name of a holder';
  return count === undefined ? NAMES : `the names of ${String(count)} holders`;
};

type Values = Readonly<Record<string, unknown>>;

/** The parts that a name in braces stands for; undefined if the entry does not have it. */
type Slot = (event: EventView, known: Known) => readonly Part[] | undefined;

const text = (value: unknown): readonly Part[] | undefined =>
  value === undefined || value === '' ? undefined : [{ text: String(value) }];

/** The name of a thing in its own settings, where apps have it one member deeper. */
interface Titled {
  readonly displayName?: string;
  readonly manualAppInfo?: Titled;
  readonly linkedAppInfo?: Titled;
}

const titleOf = (titled: Titled = {}): string | undefined => {
  const { displayName, manualAppInfo, linkedAppInfo } = titled;
  return displayName ?? manualAppInfo?.displayName ?? linkedAppInfo?.displayName;
};

const afterOf = ({ details }: EventView): Values => (details?.after ?? {}) as Values;
const beforeOf = ({ details }: EventView): Values => (details?.before ?? {}) as Values;

const ownerOf: Slot = ({ holderId }, known) =>
  holderId === undefined
    ? undefined
    : [
        {
          text: known.holder?.(holderId) ?? withId(NOUNS.holder, holderId, known),
          about: { subject: 'holder', id: holderId },
        },
      ];

const nounOf = ({ subject, documentType }: EventView): string =>
  subject === 'credential' ? documentNoun(documentType) : NOUNS[subject];

const withArticle = (noun: string) => `${/^(?:[aei]|o(?!ne)|u(?!s))/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** `rotateKey` as `rotate a key`; the names of methods are a verb and what it acts on. */
function methodWords(method: string): string {
  const [verb = '', ...acted] = codeWords(method).split(' ');
  const noun = acted.join(' ');
  return noun === '' || noun.endsWith('s') ? `${verb} ${noun}`.trim() : `${verb} ${withArticle(noun)}`;
}

/** `the root key`, as people call the key of a role. */
const keyOfRole = (role: string): string => `the ${role === 'iaca' ? 'root' : codeWords(role)} key`;

/** `rotate the document signer key`: the method that waits, and its key, by its role or its id. */
function awaitedText([method = '', key, step]: readonly string[], known: Known): string {
  if (key === undefined) return methodWords(method);
  const verb =
    step === undefined
      ? codeWords(method).replace(/ key$/, '')
      : `${codeWords(step).replace(' ', ' the ')} of`;
  return `${verb} ${/^[0-9A-F]+$/.test(key) ? withId(NOUNS.key, key, known) : keyOfRole(key)}`;
}

/** Things of which the id says nothing to people. */
const UNNAMED: ReadonlySet<Subject> = new Set(['approval', 'legalHold', 'token', 'consoleSession']);

const SLOTS: Readonly<Record<string, Slot>> = {
  who(event, known) {
    const id = event.operatorId ?? event.callerId;
    const subject = AUTHORS.find(([is]) => is(id ?? ''))?.[1];
    return [{ text: authorName(event, known), ...(id && subject && { about: { subject, id } }) }];
  },
  person: (event, known) => ownerOf({ ...event, holderId: event.holderId ?? event.subjectId }, known),
  owner: ownerOf,
  it(event, known) {
    const { subject, subjectId: id, subjectName, operatorName } = event;
    const about = { subject, id } as const;
    if (subject === 'consoleSession' && subjectName !== undefined) {
      const isOwn = subjectName === operatorName;
      return text(
        isOwn ? withArticle(NOUNS.consoleSession) : `${emailName(subjectName)}’s ${NOUNS.consoleSession}`,
      );
    }
    if (subjectName !== undefined) return [{ text: emailName(subjectName), about }];
    const [role] = event.concerns ?? [];
    if (subject === 'key' && role !== undefined)
      return [{ text: `${keyOfRole(role)} ` }, { text: known.id?.(id) ?? id, about }];
    const owner = ownerOf(event, known);
    const noun = nounOf(event);
    if (owner) return [...owner, { text: '’s ' }, { text: noun, about }];
    const { after, before } = event.details ?? {};
    const name = known.client?.(id) ?? titleOf(after) ?? titleOf(before);
    if (name !== undefined) return [{ text: `${noun} ` }, { text: name, about }];
    if (UNNAMED.has(subject)) return [{ text: withArticle(noun), about }];
    return [{ text: withId(noun, id, known), about }];
  },
  thing: ({ subject, subjectId: id, ...event }) => [
    { text: withArticle(nounOf({ subject, subjectId: id, ...event })), about: { subject, id } },
  ],
  // Settings are called as in the files that they stand in.
  what({ subject, concerns = [] }, known) {
    if (subject === 'configuration') return text(concerns.join(', '));
    if (subject === 'oauthClient') return text(concerns.map(codeWords).join(', '));
    return text(awaitedText(concerns, known));
  },
  client(event, known) {
    const id = afterOf(event).clientId ?? beforeOf(event).clientId;
    if (typeof id !== 'string') return text(withArticle(NOUNS.oauthClient));
    const name = known.client?.(id) ?? withId(NOUNS.oauthClient, id, known);
    return [{ text: name, about: { subject: 'oauthClient', id } }];
  },
  whom: ({ subjectName, operatorName, callerName }) =>
    subjectName === undefined || subjectName === (operatorName ?? callerName)
      ? undefined
      : text(emailName(subjectName)),
  id: ({ subjectId }) => text(subjectId),
  kind: ({ subjectId }) => text(codeWords(subjectId)),
  to: ({ to }) => text(to),
  role: (event) => text(afterOf(event).role),
  roleBefore: (event) => text(beforeOf(event).role),
  roleNow: (event) => text(afterOf(event).role ?? 'none'),
  span(event) {
    const { startTime, endTime } = { ...beforeOf(event), ...afterOf(event) };
    if (typeof startTime !== 'string') return undefined;
    const until = typeof endTime === 'string' ? ` until ${dayOf(endTime)}` : '';
    return text(`from ${dayOf(startTime)}${until}`);
  },
  console: (event) => text(afterOf(event).console === 'operators' ? 'operators’' : afterOf(event).console),
  how: ({ reason = '' }) => text(PROOFS[reason]),
  hits: (event) => text(afterOf(event).hits),
  names: (event) => text(namesText(afterOf(event).holders)),
};

function partsOf(template: string, event: EventView, known: Known): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (const [, slot, plain] of template.matchAll(/\{(\w+)\}|([^{}]+)/g)) {
    const own = slot === undefined ? [{ text: plain ?? '' }] : SLOTS[slot]?.(event, known);
    if (own === undefined) return undefined;
    parts.push(...own);
  }
  return parts;
}

/** The first word of a sentence has a capital letter; an id stays as it is. */
const capitalized = ([first, ...rest]: readonly Part[]): readonly Part[] =>
  first === undefined
    ? []
    : [{ ...first, text: first.text.replace(/^[a-z]+(?=[ ’]|$)/, upperFirst) }, ...rest];

type Table<Value> = Readonly<Record<string, Value>> | undefined;

/** What may tell a sentence of an event from its others: the new state, or the method that recorded it. */
interface Narrowing {
  readonly to?: string | undefined;
  readonly method?: string | undefined;
}

/** The sentence with its slots; undefined for an event of a newer server. */
function templateOf(
  subject: Subject,
  event: string,
  { to = '', method = '' }: Narrowing,
): string | undefined {
  const byState = (SENTENCES_BY_STATE[subject] as Table<Table<string>>)?.[event]?.[to];
  const byMethod = (SENTENCES_BY_METHOD[subject] as Table<Table<string>>)?.[event]?.[method];
  return byState ?? byMethod ?? (SENTENCES[subject] as Table<string>)?.[event];
}

/** The state that an event led to, if it changed the state. */
export const newState = ({ from, to }: Pick<EventView, 'from' | 'to'>): string | undefined =>
  from === to ? undefined : to;

/** `Grace revoked Elena Brandt’s licence: device stolen`. */
export function sentenceOf(event: EventView, known: Known = {}): readonly Part[] {
  const { subject, event: name, method, reason, approverId, approverName } = event;
  const template =
    templateOf(subject, name, { to: newState(event), method }) ??
    `${upperFirst(codeWords(subject))} ${codeWords(name)} by {who}`;
  const parts = [...template.matchAll(/\[([^[\]]*)\]|([^[\]]+)/g)].flatMap(
    ([, optional, plain]) =>
      partsOf(optional ?? plain ?? '', event, known) ?? (optional === undefined ? [{ text: template }] : []),
  );
  const isSaid =
    (subject === 'consoleSession' && reason === 'endedByAdministrator') ||
    (reason !== undefined && template.includes('{how}') && PROOFS[reason] !== undefined);
  const because = isSaid
    ? undefined
    : (known.reason?.(event) ?? (reason === undefined ? undefined : codeWords(reason)));
  const approver =
    approverName === undefined
      ? approverId && (known.id?.(approverId) ?? approverId)
      : emailName(approverName);
  return capitalized([
    ...parts,
    ...(because === undefined ? [] : [{ text: `: ${lowerFirst(because)}` }]),
    ...(approver === undefined ? [] : [{ text: ` (approved by ${approver})` }]),
  ]);
}

export const sentenceText = (event: EventView, known?: Known): string =>
  sentenceOf(event, known)
    .map((part) => part.text)
    .join('');

/** The event as a choice of a filter: `revoked a credential`. */
export function eventLabel(subject: Subject, event: string, by: Narrowing = {}): string {
  const template = templateOf(subject, event, by) ?? codeWords(event);
  const noun = withArticle(NOUNS[subject]);
  return template
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/^\{who\} /, '')
    .replace('{names}', NAMES)
    .replace('{client}', withArticle(NOUNS.oauthClient))
    .replace(/\{(it|thing|person)\}/g, noun)
    .replace(/, requested by \{who\},/, '')
    .replace(/ (from|to|in|by|of)? ?\{\w+\}/g, '');
}
