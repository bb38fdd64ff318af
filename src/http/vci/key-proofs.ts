import { isObject, type JsonValue } from '../../conventions/json.ts';
import { MINUTE } from '../../conventions/time.ts';
import { nextStep } from '../../conventions/turns.ts';
import { VciError } from './errors.ts';
import { isAround, type P256Key, p256KeyOf, readJws } from './jws.ts';
import type { VciOptions } from './options.ts';
import { vciIssuer } from './paths.ts';
import type { Grant } from './tokens.ts';

const TYPES: readonly string[] = ['jwt', 'attestation', 'di_vp'];
const TOLERANCE = 5 * MINUTE;

const refused = (what: string): VciError => new VciError('invalid_proof', what);

/** The texts of the only type of proof (OpenID4VCI 1.0, 8.2). @throws VciError `invalid_proof` */
function jwtsIn(proofs: JsonValue | undefined, batchSize: number): readonly string[] {
  if (!isObject(proofs)) throw refused('proofs is missing');
  const types = Object.keys(proofs).filter((name) => TYPES.includes(name));
  if (types.length !== 1 || types[0] !== 'jwt')
    throw refused('proofs must have one type of proof, which is jwt');
  const { jwt } = proofs;
  if (!Array.isArray(jwt) || jwt.length === 0) throw refused('proofs.jwt must be a list of proofs');
  if (jwt.length > batchSize) throw refused('there are more proofs than batch_size');
  if (!jwt.every((one) => typeof one === 'string')) throw refused('a proof must be a JWT');
  return jwt as readonly string[];
}

/** One proof (OpenID4VCI 1.0, appendix F.1 and F.4). @throws VciError `invalid_proof`, `invalid_nonce` */
function keyOf(text: string, { clientId }: Grant, options: VciOptions): P256Key {
  const jws = readJws(text, 'openid4vci-proof+jwt');
  if (jws === undefined)
    throw refused('a proof must be a JWT of the type openid4vci-proof+jwt, signed by ES256');
  const { header, claims } = jws;
  if ('kid' in header || 'x5c' in header) throw refused('a proof must name its key by jwk alone');
  const key = p256KeyOf(header.jwk);
  if (key === undefined || !jws.isSignedBy(key.key))
    throw refused('a proof is not signed by its own P-256 key');
  const { aud, iss, iat, nonce } = claims;
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  if (audience !== vciIssuer(options.address()))
    throw refused('aud of a proof must be the credential issuer');
  if (iss !== undefined && iss !== clientId)
    throw refused('iss of a proof must be the client id of the token');
  if (!isAround(iat, options.clock(), TOLERANCE)) throw refused('iat of a proof is not within five minutes');
  if (typeof nonce !== 'string' || options.tokens.nonce.open(nonce) === undefined)
    throw new VciError('invalid_nonce', 'get a new nonce from the nonce endpoint');
  return key;
}

/** The keys whose possession the wallet proves, all different. @throws VciError */
export async function provenPoints(
  proofs: JsonValue | undefined,
  grant: Grant,
  options: VciOptions,
): Promise<readonly Uint8Array[]> {
  const points = new Map<string, Uint8Array>();
  for (const text of jwtsIn(proofs, options.batchSize)) {
    await nextStep();
    const { point, thumbprint } = keyOf(text, grant, options);
    if (points.has(thumbprint)) throw refused('two proofs are for the same key');
    points.set(thumbprint, point);
  }
  return [...points.values()];
}
