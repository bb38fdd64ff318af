import type { Panel } from '../../../src/conventions/panel.ts';
import { type ApiError, type CallOptions, send } from './client.ts';

/** Who is signed in, and until when (`GET /console/api/session`). Times are ISO 8601. */
export interface Session {
  readonly person: {
    readonly id: string;
    readonly email?: string;
    readonly role?: Role;
    readonly publishers?: readonly string[];
    readonly kind: 'user' | 'adminToken';
    /** By which organisation the person signed in. `provesTime`: its provider says when. */
    readonly organisation?: { readonly id: string; readonly name: string; readonly provesTime: boolean };
  };
  readonly console: 'operators' | 'mediation';
  /** The interfaces of the server. */
  readonly interfaces: readonly Panel[];
  /** The address of the other console, if the person may use it. */
  readonly otherConsole?: string;
  /** No administrator exists yet: the session may only create the first one. */
  readonly startsFirstAdministrator: boolean;
  /** The settings ask for a passkey: the session may register one and nothing else. */
  readonly mustRegisterPasskey: boolean;
  readonly signInTime: string;
  readonly authTime: string;
  readonly idleEndTime: string;
  readonly absoluteEndTime: string;
  /** Seconds after `authTime` for which final actions are allowed. */
  readonly stepUpSeconds: number;
}

const ROLES = ['viewer', 'operator', 'approver', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);

interface OwnSession {
  readonly id: string;
  readonly userAgent?: string;
  readonly address?: string;
  readonly signInTime: string;
  readonly lastUseTime: string;
  readonly isCurrent: boolean;
}

const body = async <Body>(answer: Promise<{ body: Body }>): Promise<Body> => (await answer).body;

/** The session that the page came with. It is removed from the page, because it may be out of date when something asks again. */
export function takeSession(): Session | undefined {
  const { dataset } = document.documentElement;
  const { session } = dataset;
  delete dataset.session;
  return session === undefined ? undefined : (JSON.parse(session) as Session);
}

export const getSession = (options?: CallOptions) =>
  body(send<Session>('GET', '/session', undefined, options));
/** A session, or what the browser needs for the passkey that must follow the password. */
export type SignedIn = Session | { readonly publicKey: PublicKeyCredentialRequestOptionsJSON };

export const signIn = (email: string, password: string) =>
  body(send<SignedIn>('POST', '/session:signIn', { email, password }));
export const startByCode = (code: string) => body(send<Session>('POST', '/session:start', { code }));
export const readInvitation = (code: string) =>
  body(
    send<{ readonly email: string; readonly role?: Role; readonly publisherNames: readonly string[] }>(
      'POST',
      '/session:readInvitation',
      { code },
    ),
  );
/** Without a session if the person has a passkey from before, and must sign in with both. */
export const acceptInvitation = (code: string, password: string) =>
  body(send<Session | Record<string, never>>('POST', '/session:acceptInvitation', { code, password }));
export interface PasswordChange {
  readonly email: string;
  readonly password: string;
  readonly newPassword: string;
  /** Of a person who has one; the first answer says what the browser needs for it. */
  readonly passkey?: unknown;
}
export const changePassword = (change: PasswordChange) =>
  body(send<SignedIn>('POST', '/session:changePassword', change));
export const createFirstAdministrator = (email: string, password: string) =>
  body(send<Session>('POST', '/session:createFirstAdministrator', { email, password }));
export const stepUp = (secret: { password: string } | { code: string }) =>
  body(send<Session>('POST', '/session:stepUp', secret));
export const extend = () => body(send<Session>('POST', '/session:extend'));
export const signOut = () => send('POST', '/session:signOut');
export const ownSessions = () => body(send<{ sessions: readonly OwnSession[] }>('GET', '/sessions'));
export const endSession = (id: string) => send('POST', `/sessions/${encodeURIComponent(id)}:end`);
export const endOtherSessions = () => send('POST', '/sessions:endOthers');

/** The session has ended: the person signs in again and continues on the same page. */
export const endsSession = ({ status, reason }: ApiError) => status === 401 && reason !== 'SIGN_IN_TOO_OLD';
export const needsStepUp = ({ status, reason }: ApiError) => status === 401 && reason === 'SIGN_IN_TOO_OLD';
