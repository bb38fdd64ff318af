import type { Role } from '../roles.ts';
import type { ScopeName } from '../scopes.ts';

/** All times are milliseconds since the Unix epoch. `revision` counts the changes of a row. */
export interface User {
  readonly userId: string;
  readonly revision: number;
  /** As `normalEmail` gives it; unique. */
  readonly email: string;
  /** PHC string. */
  readonly passwordHash: string;
  /** The user chose it; false when somebody else set it, who may know it. */
  readonly passwordIsOwn: boolean;
  readonly state: UserState;
  /** What the user may do in the administration; nothing there without. */
  readonly role?: Role;
  /** Publisher accounts that the user may act for, `pub-` and 16 digits each. */
  readonly publishers: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}
export type UserState = 'active' | 'disabled';

/**
 * installed: an application on the user's own machine, called back on a loopback address or its own scheme (RFC 8252).
 * web: a server that users are sent back to. machine: no user at all, the client acts for itself (RFC 6749 4.4).
 */
export type ClientKind = 'installed' | 'web' | 'machine';

export interface OAuthClient {
  readonly clientId: string;
  readonly revision: number;
  readonly name: string;
  readonly kind: ClientKind;
  /** SHA-256 of the secret; a public client has none. */
  readonly secretHash?: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** What a machine acts for and may do; empty for the other kinds, where the user says it. */
  readonly publishers: readonly string[];
  readonly scopes: readonly ScopeName[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a user allowed a client. Tokens of the grant are good as long as it stands. */
export interface Consent {
  readonly grantId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly publishers: readonly string[];
  readonly createdAt: number;
}

/** State of the authorization protocol: sessions, codes, grants, refresh tokens. What it holds is its owner's matter. */
export interface Artifact {
  readonly model: string;
  /** For what a bearer presents, the hash of it. */
  readonly id: string;
  readonly payload: object;
  readonly grantId?: string;
  readonly userId?: string;
  readonly uid?: string;
  /** Of what somebody caused who is not signed in: the network address, hashed. */
  readonly source?: string;
  readonly consumedAt?: number;
  readonly expiresAt: number;
}
