import type { LogWriter } from '../../audit/ports/log.ts';
import type { AttemptCount } from '../../conventions/attempts.ts';
import type { Role } from '../roles.ts';
import type { Artifact, Consent, OAuthClient, User } from './entities.ts';

/**
 * Where accounts live. `write` is one transaction: all of the callback is kept, durably, before the promise resolves,
 * or none of it. A callback may be run again after a serialization conflict, so it has no effects of its own.
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

/** A grant that stands: what was allowed, and what its user still holds. */
export interface StandingGrant {
  readonly consented: readonly string[];
  readonly held: readonly string[];
}

/** A user who may do something in the administration. */
export interface Operator {
  readonly userId: string;
  readonly role: Role;
}

/** How much people who are not signed in may make the server keep. */
export interface AnonymousBound {
  readonly model: string;
  readonly source: string;
  readonly perSource: number;
  readonly inAll: number;
}

export interface AccountReader {
  user(userId: string): Promise<User | undefined>;
  userByEmail(email: string): Promise<User | undefined>;
  listUsers(page: Page): Promise<readonly User[]>;
  /** How many active users have the role administrator. */
  administrators(): Promise<number>;

  client(clientId: string): Promise<OAuthClient | undefined>;
  listClients(page: Page): Promise<readonly OAuthClient[]>;

  consent(grantId: string): Promise<Consent | undefined>;
  /** Undefined when the grant ended or its user is not active. */
  standingGrant(grantId: string): Promise<StandingGrant | undefined>;
  /** The user of a grant, as long as it stands and the user is active and has a role. */
  operatorOf(grantId: string): Promise<Operator | undefined>;
  isRevoked(tokenId: string): Promise<boolean>;

  attempts(subject: string): Promise<AttemptCount | undefined>;

  artifact(model: string, id: string): Promise<Artifact | undefined>;
  artifactByUid(model: string, uid: string): Promise<Artifact | undefined>;
  /** Ids of artifacts of people who are not signed in, beyond these numbers: the oldest, some at a time. */
  surplusArtifacts(bound: AnonymousBound): Promise<readonly string[]>;
}

/** Whose grants and sessions end. */
export type Ended =
  | { readonly userId: string }
  | { readonly clientId: string }
  | { readonly grantId: string };

/**
 * Inserts throw ConflictError when an id or an email is taken. Updates name the revision that was read; they throw
 * ConflictError when the row has another one by now, and count it up.
 */
export interface AccountWriter extends AccountReader, LogWriter {
  insertUser(user: User): Promise<void>;
  updateUser(user: User): Promise<void>;
  deleteUser(userId: string): Promise<void>;

  insertClient(client: OAuthClient): Promise<void>;
  updateClient(client: OAuthClient): Promise<void>;
  deleteClient(clientId: string): Promise<void>;

  insertConsent(consent: Consent): Promise<void>;
  /** Consents and everything that was issued under them; of a user the sessions too. */
  endGrants(ended: Ended): Promise<void>;
  /** Kept until the token would have expired. */
  revokeToken(tokenId: string, expiresAt: number): Promise<void>;

  saveAttempts(count: AttemptCount): Promise<void>;
  forgetAttempts(subject: string): Promise<void>;
  /** Those of all subjects that begin with this one. */
  forgetAllAttempts(subject: string): Promise<void>;

  saveArtifact(artifact: Artifact): Promise<void>;
  /** False when it was consumed already: of several at once one wins. */
  consumeArtifact(model: string, id: string, at: number): Promise<boolean>;
  deleteArtifact(model: string, id: string): Promise<void>;

  /** Drops at most `limit` rows of each kind that time has ended; tells how many. */
  purge(now: number, limit: number): Promise<number>;
}
