import type { JsonValue } from '../../conventions/json.ts';
import { VciError } from './errors.ts';
import { isAhead, type P256Key, p256KeyOf, TOLERANCE } from './jws.ts';
import type { VciOptions } from './options.ts';
import { trustedClaims } from './trusted-jws.ts';

/** The name in 1.0, and the one in the drafts, which clients still write. */
const TYPES = ['key-attestation+jwt', 'keyattestation+jwt'];

/**
 * The most keys of a key attestation inside a proof, which may list keys of other requests. One that is the proof itself gets a
 * credential for each key, so it may have only batch_size keys.
 */
const MOST_IN_PROOF = 100;

const refused = (what: string): VciError => new VciError('invalid_proof', what);

/** Whether the attestation has a level that the settings accept; no levels in the settings accept any. */
const hasLevel = (levels: JsonValue | undefined, accepted: readonly string[]): boolean =>
  accepted.length === 0 || (Array.isArray(levels) && levels.some((one) => accepted.includes(String(one))));

interface AttestedKeys {
  readonly keys: readonly P256Key[];
  readonly nonce: JsonValue | undefined;
}

/** The keys of a key attestation (OpenID4VCI 1.0, appendix D.1). @throws VciError `invalid_proof` */
export function attestedKeys(
  text: string,
  { keyAttestation, clock, batchSize }: VciOptions,
  isInProof: boolean,
): AttestedKeys {
  const { roots, keyStorage, userAuthentication } = keyAttestation;
  const now = clock();
  const claims = trustedClaims(text, TYPES, { roots: roots(), now });
  if (claims === undefined) throw refused('the key attestation is not signed by a trusted provider');
  const { iat, exp, attested_keys: jwks, key_storage, user_authentication, nonce } = claims;
  if (typeof iat !== 'number' || isAhead(iat, now + TOLERANCE))
    throw refused('iat of the key attestation is missing, or ahead');
  // Inside of a proof it may have no nonce, so it needs an end.
  if (exp === undefined ? isInProof : !isAhead(exp, now)) throw refused('the key attestation has ended');
  const most = isInProof ? MOST_IN_PROOF : batchSize;
  if (!Array.isArray(jwks) || jwks.length === 0 || jwks.length > most)
    throw refused(`attested_keys must have 1 to ${most} keys`);
  const keys = jwks.map((jwk) => p256KeyOf(jwk));
  if (keys.includes(undefined)) throw refused('an attested key is not on P-256');
  if (!hasLevel(key_storage, keyStorage)) throw refused('key_storage of the attestation is not accepted');
  if (!hasLevel(user_authentication, userAuthentication))
    throw refused('user_authentication of the attestation is not accepted');
  return { keys: keys as P256Key[], nonce };
}
