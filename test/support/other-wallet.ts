import { createHash, randomBytes } from 'node:crypto';
import { clientAuthenticationClientAttestationJwt, type JwtSigner, Oauth2Client } from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { jwt, type Key, newKey } from './openid4vci.ts';

/** The callbacks by which the libraries of others sign, hash and draw; only keys and randomness are ours. */
export function callbacksOf(keyOf: (signer: JwtSigner) => Key | undefined) {
  return {
    hash: (data: Uint8Array, algorithm: string) =>
      createHash(algorithm.replace('-', '')).update(data).digest(),
    generateRandom: (length: number) => randomBytes(length),
    signJwt: (by: JwtSigner, { header, payload }: { header: object; payload: object }) => {
      const key = keyOf(by);
      if (!key) throw new Error('the wallet has no such key');
      return { jwt: jwt(key, { jwk: undefined, ...header }, payload), signerJwk: { ...key.jwk } };
    },
  };
}

/** How the wallet authenticates itself: by its name, or by the attestation of its key. */
export interface Authentication {
  readonly clientId?: string;
  readonly attest?: (key: Key) => string | Promise<string>;
}

/** A wallet of the client of others, unmodified. */
export function otherWallet({ clientId, attest }: Authentication = {}) {
  const keys = new Map<string, Key>();
  const keep = () => {
    const key = newKey();
    keys.set(key.jwk.x, key);
    return key;
  };
  const signer = ({ jwk }: Key) => ({ method: 'jwk', alg: 'ES256', publicJwk: { ...jwk } }) as const;
  const callbacks = callbacksOf((by) => (by.method === 'jwk' ? keys.get(by.publicJwk.x ?? '') : undefined));
  const instance = keep();
  const own = {
    ...callbacks,
    clientAuthentication: async (
      options: Parameters<ReturnType<typeof clientAuthenticationClientAttestationJwt>>[0],
    ) => {
      if (clientId !== undefined && options.body) options.body.client_id = clientId;
      if (attest === undefined) return;
      const clientAttestationJwt = await attest(instance);
      await clientAuthenticationClientAttestationJwt({ clientAttestationJwt, callbacks })(options);
    },
  };
  return {
    client: new Openid4vciClient({ callbacks: own }),
    oauth: new Oauth2Client({ callbacks: own }),
    keep,
    signer,
  };
}
