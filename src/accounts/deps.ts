import type { AttemptLimit } from '../conventions/attempt-limit.ts';
import type { RandomFill } from '../conventions/random-text.ts';
import type { Clock } from '../conventions/time.ts';
import type { PasswordHasher } from './password.ts';
import type { ScopeStrings } from './permissions.ts';
import type {
  Endpoints,
  PublisherDirectory,
  SigningKeyAdministration,
  TokenSigner,
} from './ports/services.ts';
import type { AccountStore } from './ports/store.ts';

/** The account settings. Durations are milliseconds. */
export interface AccountPolicy {
  readonly scopes: ScopeStrings;
  readonly attempts: {
    /** For one user from one network address, or in one browser that signed in before. */
    readonly user: AttemptLimit;
    /** Limits attempts to sign in as one user, from all addresses together. */
    readonly userInAll: AttemptLimit;
    readonly address: AttemptLimit;
  };
  /** Longest lifetime of a token that an operator issues. */
  readonly maxTokenTtl: number;
  /** Issuers of the organisations whose people sign in here. */
  readonly organisations: ReadonlySet<string>;
  /** A second person must approve changes of roles, so that no administrator can create an approver alone. */
  readonly rolesNeedSecondPerson: boolean;
}

/** The dependencies of this layer; each function names the ones that it uses. */
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
