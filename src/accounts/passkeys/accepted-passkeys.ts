import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';

/** `users.passkeys` and `users.deviceBoundAdministrators`. */
export interface PasskeyPolicy {
  /** Nobody may use the server by password alone. */
  readonly isRequired: boolean;
  /** Passkeys of administrators may not be copied to other devices (NIST SP 800-63B-4, AAL3). */
  readonly boundForAdministrators: boolean;
}

/** What browsers bind passkeys to: a domain (rpId) and the origins of this server below it. */
export interface RelyingParty {
  readonly domain: string;
  /** Known when the server listens. */
  readonly origins: () => readonly string[];
}

const needsBound = ({ boundForAdministrators }: PasskeyPolicy, { role }: User) =>
  boundForAdministrators && role === 'administrator';

/** Whether the user may register and keep such a passkey. */
export const isFit = (policy: PasskeyPolicy, user: User, { isDeviceBound }: Pick<Passkey, 'isDeviceBound'>) =>
  isDeviceBound || !needsBound(policy, user);

/**
 * The passkeys by which the user may sign in. An administrator who has only synced ones signs in with these, and then
 * must register a fit one.
 */
export function acceptedOf(
  policy: PasskeyPolicy,
  user: User,
  passkeys: readonly Passkey[],
): readonly Passkey[] {
  const fit = passkeys.filter((passkey) => isFit(policy, user, passkey));
  return fit.length > 0 ? fit : passkeys;
}

/** Whether the user must register a passkey before anything else. */
export function mustRegister(policy: PasskeyPolicy, user: User, passkeys: readonly Passkey[]): boolean {
  // Its provider decides what the people of an organisation prove.
  if (user.organisation !== undefined) return false;
  if (passkeys.some((passkey) => isFit(policy, user, passkey))) return false;
  return policy.isRequired || passkeys.length > 0;
}
