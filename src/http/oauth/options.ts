import type { OrganisationSignIns } from '../../accounts/organisation/index.ts';
import type { Passkeys } from '../../accounts/passkeys/index.ts';
import type { OfferedScopes } from '../../accounts/permissions.ts';
import type { PublisherDirectory } from '../../accounts/ports/services.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';
import type { ChangePassword } from '../../accounts/sign-in/change-password.ts';
import type { SignIn } from '../../accounts/sign-in/sign-in.ts';
import type { Clock } from '../../conventions/time.ts';
import type { SigningKeys } from '../../keys/oauth-signing-keys.ts';
import type { BrowserSecrets } from '../../keys/secrets.ts';

/** Lifetimes in seconds. */
interface Lifetimes {
  readonly accessToken: number;
  readonly refreshToken: number;
  readonly session: number;
}

export interface AuthorizationServerOptions {
  /** Origin of this server for browsers and clients; known after the server has begun to listen. */
  readonly issuer: () => string;
  /** Audience of access tokens: the mediation interface of this server. */
  readonly audience: () => string;
  readonly store: AccountStore;
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
  readonly passkeys: Passkeys;
  /** The providers by which operators can sign in. */
  readonly organisations: OrganisationSignIns;
  readonly publishers: PublisherDirectory;
  readonly keys: SigningKeys;
  readonly secrets: BrowserSecrets;
  readonly scopes: OfferedScopes;
  readonly lifetimes: Lifetimes;
  readonly clock: Clock;
}
