import type { EventOf, Subject } from '../../../audit/entry.ts';
import { upperFirst } from '../../../conventions/upper-first.ts';
import type { EventView } from './methods.ts';

type Sentences = { readonly [Of in Subject]: { readonly [Event in EventOf<Of>]: string } };

/**
 * What each event says. Braces have the author, the subject and what the entry knows of it ({@link SLOTS}); what stands in
 * brackets is left out if a value in it is missing.
 */
export const SENTENCES: Sentences = {
  device: {
    register: '{who} registered {it}',
    replaceNonce: '{who} began the registration of {it}',
  },
  proofing: {
    create: '{who} sent {it}',
    accept: '{who} accepted {it}',
    reject: '{who} rejected {it}',
    challenge: '{who} challenged {it}',
    resume: '{who} reopened {it}',
    cancel: '{who} canceled {it}',
    revoke: '{who} revoked {it}',
    expire: '{it} expired',
    replaceKey: '{it} ended because the device has a new key',
    claim: '{who} began the review of {it}',
    takeOver: '{who} took over the review of {it}',
    release: '{who} gave {it} back to the queue',
    notifyAgain: '{who} sent the notification about {it} again',
    stopNotifying: 'The notification about {it} was given up after several attempts',
  },
  credential: {
    create: '{who} fetched {it}',
    provision: '{who} provisioned {it}',
    prove: '{who} proved that {it} is on the device',
    refresh: '{who} renewed {it}',
    issue: '{who} was issued {it}',
    acknowledge: '{who} confirmed that {it} was stored',
    failBatch: '{who} reported that {it} was not stored',
    supersede: '{it} got a new version after a change of the record',
    requireAction: '{who} required an action of the user for {it}',
    clearAction: '{who} cleared the action required for {it}',
    failAttempt: 'An attempt to verify {it} again failed',
    revoke: '{who} revoked {it}',
    delete: '{who} deleted {it} from the device',
    notifyAgain: '{who} sent the notification about {it} again',
    stopNotifying: 'The notification about {it} was given up after several attempts',
  },
  holder: {
    create: '{who} imported {person}',
    update: '{who} changed the record of {person}',
    revoke: '{who} revoked the documents of {person}',
    erase: '{who} erased {person}',
    refuseErasure: 'The erasure of {person}, requested by {who}, was refused',
    view: '{who} looked at the record of {person}',
    viewPortrait: '{who} looked at the portrait of {person}',
  },
  erasures: { repeat: 'Erasures were repeated after a restore' },
  holderSearch: { run: '{who} searched for a holder[ and found {hits}]' },
  holderNames: { view: '{who} looked at {names}' },
  recordKey: {
    rewrap: 'The keys of holders were encrypted with {it}',
    rotate: '{who} changed the master key of the records',
    destroy: '{it} was destroyed',
  },
  code: { create: '{who} issued {it}', revoke: '{who} revoked {it}' },
  approval: {
    create: '{who} requested {thing}[ to {what}]',
    approve: '{who} gave {thing}[ to {what}]',
    allow: '{who} gave {thing}[ to {what}], which must be sent again',
    start: '{who} used {thing}[ to {what}]',
    refuse: '{who} refused {thing}[ to {what}]',
    expire: '{thing}[ to {what}] expired',
    succeed: 'What waited for {thing} was done[: {what}]',
    fail: 'What waited for {thing} failed[: {what}]',
    interrupt: 'What waited for {thing} was interrupted[: {what}]',
  },
  configuration: { update: 'The settings changed[: {what}]' },
  key: {
    create: '{who} made {it}',
    request: '{who} made {it} with a request for its certificate',
    import: '{who} imported the certificate of {it}',
    startRotation: '{who} started the rotation to {it}',
    finishRotation: '{who} finished the rotation of {it}',
    discard: '{who} discarded {it}',
    compromise: '{who} declared {it} compromised',
    retire: '{it} was retired',
    destroy: '{it} was destroyed',
    signSpecimen: '{who} signed a specimen with {it}',
    rotateSealKey: '{who} changed the key of the seals',
    resetSeals: '{who} restarted the seals of the audit log',
  },
  retention: {
    announce: 'Data whose time has passed will be deleted: {kind}',
    purge: 'Data whose time had passed was deleted: {kind}',
  },
  legalHold: {
    place: '{who} placed {thing}[ on {owner}]',
    lift: '{who} lifted {thing}[ on {owner}]',
  },
  statusLists: {
    publish: '{who} published the status lists',
    begin: 'The first status lists were begun',
    close: '{who} closed the status lists',
  },
  tokenKey: { rotate: '{who} changed the key of access tokens' },
  user: {
    create: '{who} created {it}[ as {role}]',
    invite: '{who} invited {it}[ as {role}]',
    acceptInvitation: '{it} accepted the invitation',
    setRole: '{who} changed the role of {it}[ from {roleBefore}] to {roleNow}',
    changePublishers: '{who} changed the publisher accounts of {it}',
    setPassword: '{who} set a password for {it}',
    changePassword: '{who} changed their password',
    rehashPassword: 'The password of {it} was stored again with the current protection',
    disable: '{who} disabled {it}',
    enable: '{who} enabled {it}',
    signOut: '{who} signed {it} out everywhere',
    resetPasskeys: '{who} removed the passkeys of {it}',
    delete: '{who} deleted {it}',
  },
  passkey: {
    create: '{who} registered a passkey',
    delete: '{who} removed a passkey',
    refuse: 'A passkey was refused because it may be a copy',
  },
  consoleSession: {
    signIn: '{who} signed in[ to the {console} console]',
    stepUp: '{who} confirmed who they are',
    end: '{who} ended a session',
  },
  consoleCode: {
    create: '{who} asked for a one-time address[ of the {console} console]',
    use: '{who} signed in by a one-time address',
  },
  organisationSignIn: {
    signIn: '{who} signed in through the organisation',
    refuse: 'A sign-in through the organisation {id} was refused',
    end: 'A sign-in through the organisation ended',
  },
  breakGlass: {
    open: 'The admin token was opened for use',
    use: 'The admin token was used',
    close: 'The admin token was closed',
  },
  oauthClient: {
    create: '{who} created {it}',
    update: '{who} changed {it}',
    resetSecret: '{who} gave {it} a new secret',
    delete: '{who} deleted {it}',
  },
  grant: { create: '{who} allowed a client to act for them', revoke: '{who} ended {it}' },
  token: { issue: '{who} issued {it}', revoke: '{who} revoked {it}' },
  catalogue: { load: 'The catalogue of ad sources was loaded[ in version {to}]' },
  publisher: { create: '{who} created {it}' },
  app: { create: '{who} added {it}' },
  servingKey: { create: '{who} made {it}', update: '{who} changed {it}' },
  adUnit: { create: '{who} added {it}' },
  adUnitMapping: { create: '{who} added {it}' },
  mediationGroup: { create: '{who} created {it}', update: '{who} changed {it}' },
  mediationAbExperiment: { create: '{who} started {it}', update: '{who} changed {it}' },
};

/** One of each subject, as people call it. */
export const NOUNS: Readonly<Record<Subject, string>> = {
  device: 'device',
  proofing: 'proofing',
  credential: 'credential',
  holder: 'holder',
  erasures: 'erasure',
  holderSearch: 'search for holders',
  holderNames: 'name of a holder',
  recordKey: 'key of records',
  code: 'code',
  approval: 'approval',
  configuration: 'setting',
  key: 'key',
  retention: 'retention',
  legalHold: 'legal hold',
  statusLists: 'status list',
  tokenKey: 'key of access tokens',
  user: 'user',
  passkey: 'passkey',
  consoleSession: 'session',
  consoleCode: 'one-time address',
  organisationSignIn: 'sign-in through an organisation',
  breakGlass: 'admin token',
  oauthClient: 'client',
  grant: 'grant',
  token: 'access token',
  catalogue: 'catalogue',
  publisher: 'publisher',
  app: 'app',
  servingKey: 'serving key',
  adUnit: 'ad unit',
  adUnitMapping: 'mapping',
  mediationGroup: 'mediation group',
  mediationAbExperiment: 'experiment',
};

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

const ADMIN_TOKEN = 'operator';

/** What an author is, by the start of the id. */
const AUTHORS = [
  ['user-', 'user'],
  ['client-', 'oauthClient'],
] as const;

/** `deviceStolen` as `device stolen`: codes are chosen so that they read well. */
export const codeWords = (code: string): string =>
  code
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

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

const LONG = 20;
const SHOWN = 12;

/** The start of a long id. It tells ids from others; commands complete it. */
export const shortId = (id: string): string => (id.length > LONG ? `${id.slice(0, SHOWN)}…` : id);

/** `grace.hopper@example.com` as `Grace Hopper`; an address that is no name is shown as it is. */
export function emailName(email: string): string {
  const [local = ''] = email.split('@');
  if (!/^\p{L}[\p{L}.'_-]*$/u.test(local)) return email;
  const words = local.split(/[._]+/).filter((word) => word !== '');
  return words.map(upperFirst).join(' ');
}

type Author = Pick<EventView, 'actor' | 'operatorId' | 'operatorName' | 'callerId' | 'callerName'>;

/** Who made the change. */
export function authorName(event: Author, known: Known = {}): string {
  const { actor, operatorId, operatorName, callerId, callerName } = event;
  const email = operatorName ?? callerName;
  if (email !== undefined) return emailName(email);
  if (operatorId === ADMIN_TOKEN) return 'the admin token';
  const id = operatorId ?? callerId;
  return id === undefined ? ACTORS[actor] : (known.client?.(id) ?? known.id?.(id) ?? id);
}

/** `device 2cfff6513a01…`; an id that begins with the word, or the last part of a resource name, says it once. */
function withId(noun: string, id: string, known: Known): string {
  const own = id.slice(id.lastIndexOf('/') + 1);
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

/** Things of which the id says nothing to people. */
const UNNAMED: ReadonlySet<Subject> = new Set(['approval', 'legalHold', 'grant', 'token', 'consoleSession']);

const SLOTS: Readonly<Record<string, Slot>> = {
  who(event, known) {
    const id = event.operatorId ?? event.callerId;
    const subject = AUTHORS.find(([start]) => id?.startsWith(start))?.[1];
    return [{ text: authorName(event, known), ...(id && subject && { about: { subject, id } }) }];
  },
  person: (event, known) => ownerOf({ ...event, holderId: event.holderId ?? event.subjectId }, known),
  owner: ownerOf,
  it(event, known) {
    const { subject, subjectId: id, subjectName } = event;
    const about = { subject, id } as const;
    if (subjectName !== undefined) return [{ text: emailName(subjectName), about }];
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
  what: ({ concerns }) => text(concerns?.map(codeWords).join(', ')),
  id: ({ subjectId }) => text(subjectId),
  kind: ({ subjectId }) => text(codeWords(subjectId)),
  to: ({ to }) => text(to),
  role: (event) => text(afterOf(event).role),
  roleBefore: (event) => text(beforeOf(event).role),
  roleNow: (event) => text(afterOf(event).role ?? 'none'),
  console: (event) => text(afterOf(event).console),
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

/** An abbreviation stays as it is. */
const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** `Grace revoked Elena Brandt’s licence: device stolen`. */
export function sentenceOf(event: EventView, known: Known = {}): readonly Part[] {
  const { subject, event: name, reason, approverId, approverName } = event;
  const own = (SENTENCES[subject] as Readonly<Record<string, string>> | undefined)?.[name];
  // A newer server may know events that this table does not.
  const template = own ?? `{who}: ${codeWords(subject)} ${codeWords(name)}`;
  const parts = [...template.matchAll(/\[([^[\]]*)\]|([^[\]]+)/g)].flatMap(
    ([, optional, plain]) =>
      partsOf(optional ?? plain ?? '', event, known) ?? (optional === undefined ? [{ text: template }] : []),
  );
  const because = known.reason?.(event) ?? (reason === undefined ? undefined : codeWords(reason));
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
export function eventLabel(subject: Subject, event: string): string {
  const template = (SENTENCES[subject] as Readonly<Record<string, string>>)[event] ?? codeWords(event);
  const noun = withArticle(NOUNS[subject]);
  return template
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/^\{who\} /, '')
    .replace('{names}', NAMES)
    .replace(/\{(it|thing|person)\}/g, noun)
    .replace(/, requested by \{who\},/, '')
    .replace(/ (from|to|in|by)? ?\{\w+\}/g, '')
    .replace(/:? \{\w+\}/g, '')
    .replace(/:$/, '');
}
