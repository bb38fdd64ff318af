import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isObject } from '../../conventions/json.ts';
import { VciError } from './errors.ts';
import { isAhead, isAround, p256KeyOf, readJws, TOLERANCE } from './jws.ts';
import type { VciOptions } from './options.ts';
import { headerOf } from './parameters.ts';
import { vciIssuer } from './paths.ts';
import { trustedClaims } from './trusted-jws.ts';

const LONGEST_ID = 256;

interface AttestedWallet {
  readonly clientId: string;
  /** Thumbprint of the key of the attestation. */
  readonly instance: string;
  /** @throws VciError if the proof was used before */
  use(): Promise<void>;
}

const refused = (what: string): VciError => new VciError('invalid_client', what, 401);

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_ID;

/** The client id and the key of an attestation that a provider of wallets signed. @throws VciError */
function attestedKey(text: string, { walletAttestation, clock }: VciOptions) {
  const now = clock();
  const asked = { roots: walletAttestation.roots(), now };
  const claims = trustedClaims(text, 'oauth-client-attestation+jwt', asked);
  if (claims === undefined)
    throw refused('the attestation of the wallet is not signed by a trusted provider');
  const { sub, cnf, exp, nbf } = claims;
  const key = isObject(cnf) ? p256KeyOf(cnf.jwk) : undefined;
  if (!isId(sub) || key === undefined)
    throw refused('the attestation of the wallet needs sub and a P-256 key in cnf.jwk');
  if (!isAhead(exp, now) || (nbf !== undefined && isAhead(nbf, now + TOLERANCE)))
    throw refused('the attestation of the wallet is not valid now');
  return { clientId: sub, key };
}

/**
 * Who asks, by the attestation of the wallet and the proof of its key (OAuth 2.0 Attestation-Based Client Authentication,
 * drafts 05 to 12); undefined if none is sent and none is required. `named` is the parameter `client_id`.
 * @throws VciError `invalid_client`
 */
export function attestedWallet(
  request: FastifyRequest,
  named: string | undefined,
  options: VciOptions,
): AttestedWallet | undefined {
  const { mode } = options.walletAttestation;
  if (mode === 'off') return undefined;
  const attestation = headerOf(request, 'oauth-client-attestation');
  const proof = headerOf(request, 'oauth-client-attestation-pop');
  if (attestation === undefined && proof === undefined && mode === 'optional') return undefined;
  if (attestation === undefined || proof === undefined)
    throw refused('OAuth-Client-Attestation and OAuth-Client-Attestation-PoP are both needed');
  const { clientId, key } = attestedKey(attestation, options);
  if (named !== undefined && named !== clientId) throw refused('client_id is not sub of the attestation');
  const jws = readJws(proof, 'oauth-client-attestation-pop+jwt');
  if (!jws?.isSignedBy(key.key)) throw refused('the proof is not signed by the key of the attestation');
  const { aud, iss, jti, iat, exp } = jws.claims;
  const now = options.clock();
  if (aud !== vciIssuer(options.address()))
    throw refused('aud of the proof must be this authorization server');
  if (iss !== undefined && iss !== clientId) throw refused('iss of the proof must be sub of the attestation');
  const isFresh =
    iat === undefined ? isAhead(exp, now) && isAround(exp, now, TOLERANCE) : isAround(iat, now, TOLERANCE);
  if (!isFresh) throw refused('iat of the proof, or else exp, must be within five minutes');
  if (!isId(jti)) throw refused('jti of the proof is missing or too long');
  const name = `wallet proof ${hash('sha256', `${key.thumbprint} ${jti}`, 'base64url')}`;
  return {
    clientId,
    instance: key.thumbprint,
    async use() {
      if (!(await options.useOnce(name, now + 2 * TOLERANCE))) throw refused('the proof was used before');
    },
  };
}
