import type { Role, ScopeName } from '../permissions.ts';

/** All times are milliseconds since the Unix epoch. `revision` counts the changes of a row. */
export interface User {
  readonly userId: string;
  readonly revision: number;
  /** Normalized by `normalEmail`; unique among the users with a password. */
  readonly email: string;
  /** PHC string. */
  readonly passwordHash: string;
  /** False if another person set the password and may know it. */
  readonly passwordIsOwn: boolean;
  readonly state: UserState;
  /** The person at the provider, for a user who signs in by an organisation; `email` is only shown then. */
  readonly organisation?: { readonly issuer: string; readonly subject: string };
  /** Without a role the user has no access to the admin interface. */
  readonly role?: Role;
  /** Publisher accounts that the user may act for, `pub-` and 16 digits each. */
  readonly publishers: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}
/** deleted: of a user of an organisation only the id is left, so that no sign-in makes the user anew. */
export type UserState = 'active' | 'disabled' | 'deleted';

/**
 * installed: an application on the user's own machine, called back at a loopback address or by its own URI
 * scheme (RFC 8252). web: a server that users are redirected to. machine: acts for itself, without a user
 * (RFC 6749 4.4).
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
  /** The accounts and permissions of a machine; empty for the other kinds, where the user chooses them. */
  readonly publishers: readonly string[];
  readonly scopes: readonly ScopeName[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user's consent for a client. Tokens of the grant are valid as long as it exists. */
export interface Consent {
  readonly grantId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly publishers: readonly string[];
  readonly createdAt: number;
}

/** State of oidc-provider: sessions, codes, grants, refresh tokens. The payload is opaque here. */
export interface Artifact {
  readonly model: string;
  /** A hash of the id if the id is a secret that its bearer presents. */
  readonly id: string;
  readonly payload: object;
  readonly grantId?: string;
  readonly userId?: string;
  readonly uid?: string;
  /** The hashed network address, if the artifact was created without a sign-in. */
  readonly source?: string;
  readonly consumedAt?: number;
  readonly expiresAt: number;
}
