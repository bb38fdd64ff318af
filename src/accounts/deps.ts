import type { Clock, RandomFill } from '../conventions/effects.ts';
import type { PasswordHasher } from './password/hasher.ts';
import type { AccountPolicy } from './policy.ts';
import type { Endpoints } from './ports/endpoints.ts';
import type { PublisherDirectory } from './ports/publishers.ts';
import type { SigningKeyAdministration } from './ports/signing-keys.ts';
import type { AccountStore } from './ports/store.ts';
import type { TokenSigner } from './ports/tokens.ts';

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
