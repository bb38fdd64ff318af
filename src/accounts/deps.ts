import type { AttemptLimit } from '../conventions/attempts.ts';
import type { Clock, RandomFill } from '../conventions/effects.ts';
import type { PasswordHasher } from './password/hasher.ts';
import type {
  Endpoints,
  PublisherDirectory,
  SigningKeyAdministration,
  TokenSigner,
} from './ports/services.ts';
import type { AccountStore } from './ports/store.ts';
import type { ScopeStrings } from './scopes.ts';

/** What an operator can set. Durations are milliseconds. */
export interface AccountPolicy {
  readonly scopes: ScopeStrings;
  readonly attempts: {
    /** Of one user, from one network address or in one browser that signed in before. */
    readonly user: AttemptLimit;
    /** Of one user, from all addresses. */
    readonly userInAll: AttemptLimit;
    readonly address: AttemptLimit;
  };
  /** Longest life of a token that an operator asks for. */
  readonly maxTokenTtl: number;
  /** Roles are given by two persons: nobody alone makes somebody who could approve, or signs in as one. */
  readonly rolesNeedSecondPerson: boolean;
}

/** What the parts of this folder need; each names the few that it takes. */
export interface AccountDeps {
  readonly store: AccountStore;
  readonly publishers: PublisherDirectory;
  readonly passwords: PasswordHasher;
  readonly policy: AccountPolicy;
  readonly keys: SigningKeyAdministration;
  readonly signer: TokenSigner;
  readonly endpoints: () => Endpoints;
  readonly clock: Clock;
  readonly random: RandomFill;
}
