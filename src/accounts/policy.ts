import type { AttemptLimit } from '../conventions/attempts.ts';
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
