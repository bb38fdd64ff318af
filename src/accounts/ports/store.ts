import type { LogWriter } from '../../audit/ports/log.ts';
import type { AttemptCount } from '../../conventions/attempt-limit.ts';
import type { Role } from '../permissions.ts';
import type { Proof } from '../recent-proof.ts';
import type { ConsoleReader, ConsoleWriter } from './console.ts';
import type { Artifact, Consent, OAuthClient, User } from './entities.ts';
import type { OrganisationReader, OrganisationSignIn, OrganisationWriter } from './organisation.ts';
import type { PasskeyReader, PasskeyWriter } from './passkeys.ts';

/**
 * The store of accounts. `write` is one transaction: either all changes of the callback are durable before
 * the promise resolves, or none is made. A callback must have no other effects, because it runs again after a
 * serialization conflict.
 */
export interface AccountStore {
  read<T>(use: (reader: AccountReader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: AccountWriter) => Promise<T>): Promise<T>;
}

export interface Page {
  readonly limit: number;
  /** Rows after this id, in ascending order of id. */
  readonly after?: string;
}

/** A valid grant: the accounts that the user allowed, and the accounts that the user still has. */
export interface ActiveGrant {
  readonly consented: readonly string[];
  readonly held: readonly string[];
}

/** A user with a role in the administration. */
export interface Operator {
  readonly userId: string;
  readonly role: Role;
  /** Of the sign-in, which cannot be refreshed. */
  readonly proof: Proof;
  /** For a user who signs in by an organisation. */
  readonly signIn?: OrganisationSignIn;
}

/** Limits for artifacts that were created without a sign-in. */
export interface AnonymousBound {
  readonly model: string;
  readonly source: string;
  readonly perSource: number;
  readonly inAll: number;
}

/** `issuer`: of the organisation; absent for users who sign in with a password. */
export interface AdministratorCount {
  readonly issuer?: string;
  readonly count: number;
}

export interface AccountReader extends ConsoleReader, OrganisationReader, PasskeyReader {
  user(userId: string): Promise<User | undefined>;
  userByEmail(email: string): Promise<User | undefined>;
  listUsers(page: Page): Promise<readonly User[]>;
  /** Emails of these users by id, without users that do not exist. */
  emails(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Number of active users with the stored role administrator, by the issuer of their organisation. */
  administrators(): Promise<readonly AdministratorCount[]>;

  client(clientId: string): Promise<OAuthClient | undefined>;
  listClients(page: Page): Promise<readonly OAuthClient[]>;

  consent(grantId: string): Promise<Consent | undefined>;
  /** Undefined if the grant has ended or its user is not active. */
  activeGrant(grantId: string): Promise<ActiveGrant | undefined>;
  /**
   * The user of a valid grant, if the user is active and has a role. A user of an organisation also needs a
   * sign-in that has not ended.
   */
  operatorOf(grantId: string): Promise<Operator | undefined>;
  /** What a machine may act for by a token. Undefined if the token is revoked, or the client is none or was deleted. */
  publishersOfMachine(clientId: string, tokenId: string): Promise<readonly string[] | undefined>;
  isRevoked(tokenId: string): Promise<boolean>;

  attempts(subject: string): Promise<AttemptCount | undefined>;

  artifact(model: string, id: string): Promise<Artifact | undefined>;
  artifactByUid(model: string, uid: string): Promise<Artifact | undefined>;
  /** Ids of the oldest artifacts above the limits; one call returns a part of them. */
  surplusArtifacts(bound: AnonymousBound): Promise<readonly string[]>;
}

/** Selects the grants and sessions to end. */
export type Ended =
  /** `except`: a session of a console that goes on. */
  | { readonly userId: string; readonly except?: string }
  | { readonly clientId: string }
  | { readonly grantId: string };

/**
 * An insert throws ConflictError if an id or an email is taken. An update names the revision that was read,
 * increments it, and throws ConflictError if the row has another revision by now.
 */
export interface AccountWriter
  extends AccountReader,
    ConsoleWriter,
    OrganisationWriter,
    PasskeyWriter,
    LogWriter {
  insertUser(user: User): Promise<void>;
  updateUser(user: User): Promise<void>;
  /** Deletes the user with the passkeys. */
  deleteUser(userId: string): Promise<void>;

  insertClient(client: OAuthClient): Promise<void>;
  updateClient(client: OAuthClient): Promise<void>;
  deleteClient(clientId: string): Promise<void>;

  insertConsent(consent: Consent): Promise<void>;
  /**
   * Ends consents with everything issued under them. If a user is given, all sessions of the user end too.
   */
  endGrants(ended: Ended): Promise<void>;
  /** Stored until the token would have expired. */
  revokeToken(tokenId: string, expiresAt: number): Promise<void>;
  /** True at the first use of a name, such as the digest of a challenge; uses are remembered until `expiresAt`. */
  useOnce(name: string, expiresAt: number): Promise<boolean>;

  saveAttempts(count: AttemptCount): Promise<void>;
  forgetAttempts(subject: string): Promise<void>;
  /** Deletes the attempts of all subjects whose names start with this one. */
  forgetAllAttempts(subject: string): Promise<void>;

  saveArtifact(artifact: Artifact): Promise<void>;
  /** False if the artifact was already consumed: only one of several concurrent calls succeeds. */
  consumeArtifact(model: string, id: string, at: number): Promise<boolean>;
  deleteArtifact(model: string, id: string): Promise<void>;

  /** Deletes at most `limit` expired rows of each kind and returns how many it deleted. */
  purge(now: number, limit: number): Promise<number>;
}
