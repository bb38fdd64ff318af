/** The subjects of the audit log, and the events of each. */
export const EVENTS = {
  device: ['register', 'replaceNonce'],
  proofing: [
    'create',
    'accept',
    'reject',
    'challenge',
    'resume',
    'cancel',
    'revoke',
    'expire',
    'replaceKey',
    'claim',
    'takeOver',
    'release',
    'notifyAgain',
    'stopNotifying',
  ],
  credential: [
    'create',
    'provision',
    'prove',
    'refresh',
    'issue',
    'acknowledge',
    'failBatch',
    'supersede',
    'requireAction',
    'clearAction',
    'failAttempt',
    'revoke',
    'delete',
    'notifyAgain',
    'stopNotifying',
  ],
  holder: ['create', 'update', 'revoke', 'erase', 'refuseErasure', 'view', 'viewPortrait'],
  /** Erasures that the start repeated after a restore. */
  erasures: ['repeat'],
  /** A search for holders. The search terms are not stored. */
  holderSearch: ['run'],
  /** Names of holders, shown in lists. The entry has their number. */
  holderNames: ['view'],
  /** Keys that encrypt records and stored MSOs, by their epoch, and master keys. */
  recordKey: ['rewrap', 'rotate', 'destroy'],
  code: ['create', 'revoke'],
  approval: ['create', 'approve', 'allow', 'start', 'refuse', 'expire', 'succeed', 'fail', 'interrupt'],
  configuration: ['update'],
  key: [
    'create',
    'request',
    'import',
    'startRotation',
    'finishRotation',
    'discard',
    'compromise',
    'retire',
    'destroy',
    'signSpecimen',
    'rotateSealKey',
    'resetSeals',
  ],
  /** What was deleted because its time had passed; the subject's id is the kind of data. */
  retention: ['announce', 'purge'],
  /** Orders to delete nothing about a holder or from a span of time. */
  legalHold: ['place', 'lift'],
  /**
   * Status lists. `publish`: before their time. `close`: no MSO gets another entry of these, because the database may lack
   * entries that were given. `begin`: the first lists on a database.
   */
  statusLists: ['publish', 'begin', 'close'],
  /** The keys that sign access tokens. */
  tokenKey: ['rotate'],
  user: [
    'create',
    'invite',
    'acceptInvitation',
    'setRole',
    'changePublishers',
    'setPassword',
    'changePassword',
    'rehashPassword',
    'disable',
    'enable',
    'signOut',
    'resetPasskeys',
    'delete',
  ],
  /** A key pair that a user signs in with. `refuse`: its signature counter went back, as that of a copy does. */
  passkey: ['create', 'delete', 'refuse'],
  /** A browser in which a user is signed in to a console. */
  consoleSession: ['signIn', 'stepUp', 'end'],
  /** A code that starts one session of a console in place of a password. */
  consoleCode: ['create', 'use'],
  /** A sign-in by the provider of an organisation; after a refusal, the organisation. */
  organisationSignIn: ['signIn', 'refuse', 'end'],
  /** The admin token of a server at which operators sign in by an organisation; the note is the reason. */
  breakGlass: ['open', 'use', 'close'],
  oauthClient: ['create', 'update', 'resetSecret', 'delete'],
  /** What a user allowed an OAuth client. */
  grant: ['create', 'revoke'],
  token: ['issue', 'revoke'],
  catalogue: ['load'],
  publisher: ['create'],
  app: ['create'],
  servingKey: ['create', 'update'],
  adUnit: ['create'],
  adUnitMapping: ['create'],
  mediationGroup: ['create', 'update'],
  mediationAbExperiment: ['create', 'update'],
} as const;

export type Subject = keyof typeof EVENTS;
export type EventOf<Of extends Subject> = (typeof EVENTS)[Of][number];

export const SUBJECTS = Object.keys(EVENTS) as readonly Subject[];
export const EVENT_NAMES = [...new Set(Object.values(EVENTS).flat())].sort() as readonly EventOf<Subject>[];

/** Each subject with its possible events. */
type Happened = {
  readonly [Of in Subject]: { readonly subject: Of; readonly event: EventOf<Of> };
}[Subject];

/**
 * The author of a change: the wallet platform by a request; an operator (id of the user), with the approver;
 * a caller of the mediation interface or of the authorization server (subject of the token, or id of the
 * client); a user who changes their own account; a passed deadline; the server, at its start, after a
 * change of a file, or because OAuth requires it; or the page where a holder signed in.
 */
export type Actor =
  | { readonly kind: 'wallet'; readonly requestId: string }
  | OperatorActor
  | { readonly kind: 'client'; readonly requestId: string; readonly callerId: string }
  | { readonly kind: 'user'; readonly callerId: string }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'start' }
  | { readonly kind: 'file' }
  | { readonly kind: 'protocol' }
  | { readonly kind: 'holderPage' };

export const ACTOR_KINDS = [
  'wallet',
  'operator',
  'client',
  'user',
  'deadline',
  'start',
  'file',
  'protocol',
  'holderPage',
] as const satisfies readonly Actor['kind'][];

export interface OperatorActor {
  readonly kind: 'operator';
  readonly requestId: string;
  readonly operatorId: string;
  readonly approverId?: string;
}

/** The subject of the token, the id of the operator, or the kind of an author that is no person. */
export function authorOf(actor: Actor): string {
  if ('callerId' in actor) return actor.callerId;
  return actor.kind === 'operator' ? actor.operatorId : actor.kind;
}

/**
 * The resource before and after the change, in the format of its interface; `before` is absent for a new
 * resource.
 */
export interface Details {
  readonly before?: object;
  readonly after?: object;
}

interface Facts {
  readonly subjectId: string;
  readonly from?: string;
  readonly to?: string;
  readonly actor: Actor;
  /** A fixed code: the operator's reason, or the cause of an automatic change. */
  readonly reason?: string;
  /** The operator's own words, erased together with the holder. */
  readonly note?: string;
  /**
   * What the wallet platform gets: the member of a ProofingStatus. That of an operator is erased together with the holder, as it
   * has free texts.
   */
  readonly message?: object;
  /** Names: of the role of the key, of the method that waits, its key and `finishRotation`, or of the settings that changed. Never values. */
  readonly concerns?: readonly string[];
  /** Publisher account whose settings changed. */
  readonly publisherId?: string;
  /** Id of the method, if several methods change the subject in the same way. */
  readonly method?: string;
  readonly details?: Details;
  readonly at: number;
}

/** One change: what happened to what, and by whom. It has ids but no personal data, except in note and message. */
export type AuditEntry = Happened & Facts;

/** An entry with its id; ids sort by time. */
export type LoggedEntry = AuditEntry & { readonly changeId: string };
