import type { PublisherDirectory } from '../../accounts/ports/services.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';
import type { ScopeStrings } from '../../accounts/scopes.ts';
import type { ChangePassword } from '../../accounts/sign-in/change-password.ts';
import type { SignIn } from '../../accounts/sign-in/sign-in.ts';
import type { Clock } from '../../conventions/effects.ts';
import type { BrowserSecrets, SigningKeys } from '../../keys/oauth/index.ts';

/** Seconds. */
export interface Lifetimes {
  readonly accessToken: number;
  readonly refreshToken: number;
  readonly session: number;
}

export interface AuthorizationServerOptions {
  /** Origin under which browsers and clients reach this server; known once it listens. */
  readonly issuer: () => string;
  /** What access tokens are for: this server's mediation interface. */
  readonly audience: () => string;
  readonly store: AccountStore;
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
  readonly publishers: PublisherDirectory;
  readonly keys: SigningKeys;
  readonly secrets: BrowserSecrets;
  readonly scopes: ScopeStrings;
  readonly lifetimes: Lifetimes;
  readonly clock: Clock;
}
