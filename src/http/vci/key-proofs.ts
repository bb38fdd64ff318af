import { nextStep } from '../../conventions/event-loop-turns.ts';
import { isObject, type JsonValue } from '../../conventions/json.ts';
import { VciError } from './errors.ts';
import { isAround, type P256Key, p256KeyOf, readJws, TOLERANCE } from './jws.ts';
import { attestedKeys } from './key-attestation.ts';
import type { VciOptions } from './options.ts';
import { vciIssuer } from './paths.ts';
import type { Grant } from './tokens.ts';

const TYPES: readonly string[] = ['jwt', 'attestation', 'di_vp'];

const refused = (what: string): VciError => new VciError('invalid_proof', what);

/** The texts of the only type of proof (OpenID4VCI 1.0, 8.2). @throws VciError `invalid_proof` */
function proofsIn(
  proofs: JsonValue | undefined,
  { batchSize, keyAttestation }: VciOptions,
): readonly [type: string, texts: readonly string[]] {
  if (!isObject(proofs)) throw refused('proofs is missing');
  const [type = '', ...others] = Object.keys(proofs).filter((name) => TYPES.includes(name));
  const most = { jwt: batchSize, attestation: keyAttestation.mode === 'off' ? 0 : 1 }[type] ?? 0;
  if (others.length > 0 || most === 0)
    throw refused('proofs must have one type of proof that the metadata name');
  const texts = proofs[type];
  if (!Array.isArray(texts) || texts.length === 0) throw refused('proofs must be a list of proofs');
  if (texts.length > most)
    throw refused(type === 'jwt' ? 'there are more proofs than batch_size' : 'one attestation has all keys');
  if (!texts.every((one) => typeof one === 'string')) throw refused('a proof must be a JWT');
  return [type, texts as readonly string[]];
}

/** @throws VciError `invalid_nonce` */
function requireNonce(nonce: JsonValue | undefined, { tokens }: VciOptions): void {
  if (typeof nonce !== 'string' || tokens.nonce.open(nonce) === undefined)
    throw new VciError('invalid_nonce', 'get a new nonce from the nonce endpoint');
}

/** Thumbprints by the texts of attestations that were checked, because all proofs of a batch may have the same one. */
type Checked = Map<string, ReadonlySet<string>>;

/** The thumbprints of the keys. A nonce is optional here. @throws VciError `invalid_proof`, `invalid_nonce` */
function thumbprintsIn(attestation: string, options: VciOptions): ReadonlySet<string> {
  const { keys, nonce } = attestedKeys(attestation, options, true);
  if (nonce !== undefined) requireNonce(nonce, options);
  return new Set(keys.map(({ thumbprint }) => thumbprint));
}

/** The key attestation in the header of a proof must be of its key. @throws VciError `invalid_proof`, `invalid_nonce` */
function requireAttested(
  attestation: JsonValue | undefined,
  { thumbprint }: P256Key,
  options: VciOptions,
  checked: Checked,
): void {
  const { mode } = options.keyAttestation;
  if (mode === 'off' || (mode === 'optional' && attestation === undefined)) return;
  if (typeof attestation !== 'string') throw refused('a proof needs key_attestation in its header');
  const thumbprints = checked.get(attestation) ?? thumbprintsIn(attestation, options);
  checked.set(attestation, thumbprints);
  if (!thumbprints.has(thumbprint)) throw refused('the key of a proof is not one of its key attestation');
}

/** One proof (OpenID4VCI 1.0, appendix F.1 and F.4). @throws VciError `invalid_proof`, `invalid_nonce` */
function keyOf(text: string, { clientId }: Grant, options: VciOptions, checked: Checked): P256Key {
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
  requireNonce(nonce, options);
  requireAttested(header.key_attestation, key, options, checked);
  return key;
}

/** The keys of a proof of the type `attestation` (appendix F.3). @throws VciError `invalid_proof`, `invalid_nonce` */
function keysOf(text: string, options: VciOptions): readonly P256Key[] {
  const { keys, nonce } = attestedKeys(text, options, false);
  requireNonce(nonce, options);
  return keys;
}

/** The keys whose possession the wallet proves, all different. @throws VciError */
export async function provenPoints(
  proofs: JsonValue | undefined,
  grant: Grant,
  options: VciOptions,
): Promise<readonly Uint8Array[]> {
  const [type, texts] = proofsIn(proofs, options);
  const keys: P256Key[] = [];
  const checked: Checked = new Map();
  for (const text of texts) {
    await nextStep();
    if (type === 'jwt') keys.push(keyOf(text, grant, options, checked));
    else keys.push(...keysOf(text, options));
  }
  if (new Set(keys.map(({ thumbprint }) => thumbprint)).size < keys.length)
    throw refused('a key is there twice');
  return keys.map(({ point }) => point);
}
