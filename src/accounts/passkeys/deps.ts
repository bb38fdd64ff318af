import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps } from '../deps.ts';
import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { AccountReader } from '../ports/store.ts';
import type { PasskeyPolicy, RelyingParty } from './accepted-passkeys.ts';

export interface PasskeyDeps extends Pick<AccountDeps, 'store' | 'clock' | 'random' | 'policy'> {
  readonly passkeyPolicy: PasskeyPolicy;
  /** Undefined if the public address has no host name that browsers could bind passkeys to. */
  readonly relyingParty: RelyingParty | undefined;
  /** Signs challenges; the same in all processes. */
  readonly challengeSecret: Buffer;
}

/** @throws StatusError PASSKEYS_OFF */
export function partyOf({ relyingParty }: Pick<PasskeyDeps, 'relyingParty'>): RelyingParty {
  if (relyingParty) return relyingParty;
  const text = 'Passkeys need a host name: an operator of this server must set oauth.issuerUrl to one.';
  throw new StatusError('PASSKEYS_OFF', text);
}

/** The user's passkeys for the present domain. Browsers cannot use those of an earlier one. */
export async function passkeysOf(
  { relyingParty }: Pick<PasskeyDeps, 'relyingParty'>,
  reader: AccountReader,
  { userId }: Pick<User, 'userId'>,
): Promise<readonly Passkey[]> {
  if (relyingParty === undefined) return [];
  const all = await reader.passkeysOf(userId);
  return all.filter(({ domain }) => domain === relyingParty.domain);
}
