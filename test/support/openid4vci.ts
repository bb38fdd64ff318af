import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { codeFor, MDL, newHolder } from './records.ts';
import type { World } from './world.ts';

export const GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

export interface Key {
  readonly privateKey: KeyObject;
  readonly jwk: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string>>;
}

export function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as Key['jwk'] };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs by ES256 whatever the header says. */
export function jwt(key: Key, header: object, claims: object): string {
  const input = `${part({ alg: 'ES256', jwk: key.jwk, ...header })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

/** The status and the error of an answer. */
export const outcome = ({ status, body }: Answered) => [status, body?.error];

interface Place extends Pick<World, 'url' | 'now'> {
  /** Of another server. */
  readonly issuer?: string;
  readonly noncePath?: string;
}

/** A wallet by hand, every part of whose requests a test can change. */
export function vciWallet(world: Place, key = newKey()) {
  const { issuer = `${world.url}/vci`, noncePath = '/nonce' } = world;
  const seconds = () => Math.floor(world.now() / 1000);

  const dpop = (
    path: string,
    { token, header = {}, claims = {} }: { token?: string; header?: object; claims?: object } = {},
  ) =>
    jwt(
      key,
      { typ: 'dpop+jwt', ...header },
      {
        jti: randomUUID(),
        htm: 'POST',
        htu: `${issuer}${path}`,
        iat: seconds(),
        ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
        ...claims,
      },
    );

  async function send(
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<Answered> {
    const init = { method: 'POST', headers, ...(body !== undefined && { body }) };
    const answer = await fetch(`${issuer}${path}`, init);
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  return {
    issuer,
    key,
    seconds,
    dpop,
    send,
    token: (parameters: Record<string, string> | string, headers: Record<string, string> = {}) =>
      send(
        '/token',
        typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString(),
        {
          'content-type': 'application/x-www-form-urlencoded',
          dpop: dpop('/token'),
          ...headers,
        },
      ),
    redeem(code: string, more: Record<string, string> = {}) {
      return this.token({ grant_type: GRANT, 'pre-authorized_code': code, ...more });
    },
    nonce: async () => (await send(noncePath, undefined, {})).body.c_nonce as string,
    proof: (
      of: Key,
      nonce: string,
      { header = {}, claims = {} }: { header?: object; claims?: object } = {},
    ) =>
      jwt(of, { typ: 'openid4vci-proof+jwt', ...header }, { aud: issuer, iat: seconds(), nonce, ...claims }),
    resource: (path: string, token: string, body: unknown, headers: Record<string, string> = {}) =>
      send(
        path,
        typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
        {
          'content-type': 'application/json',
          authorization: `DPoP ${token}`,
          dpop: dpop(path, { token }),
          ...headers,
        },
      ),
  };
}

/** A wallet with a token and a nonce, for a new holder. */
export async function granted(world: World) {
  const holderId = await newHolder(world);
  const wallet = vciWallet(world);
  const { status, body } = await wallet.redeem(await codeFor(world, holderId));
  if (status !== 200) throw new Error(`the code was refused: ${body.error}`);
  const { access_token: token, refresh_token: refresh } = body as Record<string, string>;
  return { wallet, holderId, token: token ?? '', refresh: refresh ?? '', nonce: await wallet.nonce() };
}
export type Granted = Awaited<ReturnType<typeof granted>>;

/** The request for one credential for each key. */
export const credentialRequest = (
  { wallet, nonce }: Pick<Granted, 'wallet' | 'nonce'>,
  ...keys: readonly Key[]
) => ({
  credential_configuration_id: MDL,
  proofs: { jwt: keys.map((key) => wallet.proof(key, nonce)) },
});
