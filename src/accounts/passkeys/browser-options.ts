import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { RelyingParty } from './accepted-passkeys.ts';

/** Ed25519, ECDSA with P-256, RSA: what authenticators have (COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];

const TIMEOUT = 300_000;

const descriptor = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key',
  id: credentialId,
  transports: [...transports],
});

/** The opaque id by which an authenticator names the user. */
export const userHandleOf = ({ userId }: Pick<User, 'userId'>) => Buffer.from(userId).toString('base64url');

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`; without passkeys, the browser shows those of the domain. */
export const requestOptions = (
  { domain }: RelyingParty,
  challenge: string,
  passkeys: readonly Passkey[] = [],
) => ({
  challenge,
  rpId: domain,
  allowCredentials: passkeys.map(descriptor),
  userVerification: 'required',
  timeout: TIMEOUT,
});
export type RequestOptions = ReturnType<typeof requestOptions>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = (
  { domain }: RelyingParty,
  challenge: string,
  user: User,
  passkeys: readonly Passkey[],
) => ({
  rp: { id: domain, name: 'Diptych' },
  user: { id: userHandleOf(user), name: user.email, displayName: user.email },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: passkeys.map(descriptor),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
  timeout: TIMEOUT,
});
export type CreationOptions = ReturnType<typeof creationOptions>;
