import type { Role } from '../permissions.ts';

/** Claims of an ID token whose signature, issuer, audience and times were checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** An organisation whose people sign in by its own OpenID provider, and how roles follow from their claims. */
export interface Organisation {
  /** In addresses and in the audit log. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly issuer: string;
  /** Undefined if the issuer serves one organisation only. */
  readonly tenant?: { readonly claim: string; readonly values: readonly string[] };
  /** `claim`: a name, or a path such as `realm_access.roles`. */
  readonly roles: readonly { readonly claim: string; readonly value: string; readonly role: Role }[];
  /** For providers without groups. */
  readonly people: readonly { readonly subject: string; readonly role: Role }[];
  /** What an ID token must say for the roles approver and administrator. */
  readonly strong?: { readonly claim: 'acr' | 'acrs'; readonly values: readonly string[] };
}

/** What a provider answered to a code or to a refresh token. */
export interface ProviderAnswer {
  readonly claims: Claims;
  readonly refreshToken?: string;
}

/** The secrets of one attempt to sign in; the provider and the browser send `state` back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** A logout token that was checked (OpenID Connect Back-Channel Logout 2.4). */
export interface LogoutNotice {
  readonly tokenId: string;
  readonly subject?: string;
  /** Session at the provider. */
  readonly session?: string;
}

/** The OpenID provider of an organisation. Methods throw ProviderRefusal and ProviderUnreachable. */
export interface OrganisationProvider {
  /** Where to send the browser. `asksStrong`: the provider is asked for what `strong` names. */
  authorization(attempt: Attempt & { readonly asksStrong: boolean }): Promise<URL>;
  /** `query`: of the request with which the browser came back. */
  redeem(query: URLSearchParams, attempt: Attempt): Promise<ProviderAnswer>;
  renew(refreshToken: string): Promise<ProviderAnswer>;
  readLogoutToken(token: string): Promise<LogoutNotice>;
}

/** The provider refused, or its answer is not valid. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}

/** The provider gave no usable answer; a later request may succeed. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

/** One sign-in of a person by the provider of an organisation. Times are milliseconds since the epoch. */
export interface OrganisationSignIn {
  readonly signInId: string;
  readonly organisationId: string;
  readonly userId: string;
  /** The grant of its tokens, or the id of its session of the console; undefined until there is one. */
  readonly grantId?: string;
  /** Session at the provider, if the provider named it. */
  readonly providerSession?: string;
  /** The ID token had what `strong` names. */
  readonly isStrong: boolean;
  readonly signedInAt: number;
  /** When the person proved who they are to the provider; undefined if the provider does not say it. */
  readonly authenticatedAt?: number;
  readonly lastUsedAt: number;
  /** When the provider confirmed the role last. */
  readonly confirmedAt: number;
  /** When the provider was asked last. */
  readonly askedAt: number;
  /** Encrypted. */
  readonly refreshToken?: string;
}

export interface OrganisationReader {
  organisationSignIns(
    of:
      | { readonly userId: string }
      | { readonly grantId: string }
      | { readonly organisationId: string; readonly providerSession: string },
  ): Promise<readonly OrganisationSignIn[]>;
}

export interface OrganisationWriter extends OrganisationReader {
  insertOrganisationSignIn(signIn: OrganisationSignIn): Promise<void>;
  /** False if the sign-in has ended, or if the provider was asked since `signIn` was read. */
  updateOrganisationSignIn(signIn: OrganisationSignIn, change: OrganisationChange): Promise<boolean>;
  /** Sets the grant or the session of a sign-in that has none yet; false if there is no such sign-in. */
  linkOrganisationSignIn(signInId: string, grantId: string): Promise<boolean>;
  deleteOrganisationSignIn(signInId: string): Promise<void>;
  /** Deletes at most `limit` sign-ins that began before this time. */
  purgeOrganisationSignIns(signedInUntil: number, limit: number): Promise<void>;
}

export type OrganisationChange = Partial<
  Pick<OrganisationSignIn, 'lastUsedAt' | 'confirmedAt' | 'askedAt' | 'refreshToken'>
>;
