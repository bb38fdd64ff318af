import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Clock } from '../../conventions/time.ts';
import { type Narrator, requirePresent } from '../narrator.ts';

const MDL = 'org.iso.18013.5.1.mDL';

/** A wallet that is made of libraries by others, unmodified: @openid4vc/openid4vci receives, @owf/mdoc presents. */
export interface OtherWallet {
  /** Opens an offer and gets so many credentials. Undefined if the libraries are not installed. */
  receive(offer: string, count: number): Promise<number | undefined>;
  /** The DeviceResponse for these elements by namespace; undefined if the phone has no credential. */
  present(
    elements: Readonly<Record<string, readonly string[]>>,
    sessionTranscript: Uint8Array,
  ): Promise<Uint8Array | undefined>;
}

interface Key {
  readonly privateKey: KeyObject;
  readonly publicJwk: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string>>;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicJwk: publicKey.export({ format: 'jwk' }) as Key['publicJwk'] };
}

/** What a wallet gives to the library: keys, hashes, random numbers, the time, and a way to the network. */
function callbacksOf(keys: ReadonlyMap<string, Key>, clock: Clock, tell: Narrator) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    hash: (data: Uint8Array, algorithm: string) =>
      createHash(algorithm.replace('-', '')).update(data).digest(),
    generateRandom: (length: number) => randomBytes(length),
    clientAuthentication: () => {},
    signJwt(by: object, { header, payload }: { readonly header: object; readonly payload: object }) {
      const { publicJwk: named } = by as Partial<Key>;
      const { privateKey, publicJwk } = requirePresent(keys.get(named?.x ?? ''), 'the key of the wallet');
      // The clock of the story is late; the library only knows that of the machine.
      const input = `${part(header)}.${part({ ...payload, iat: Math.floor(clock() / 1000) })}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return { jwt: `${input}.${signature.toString('base64url')}`, signerJwk: { ...publicJwk } };
    },
    async fetch(input: string | URL | Request, init: RequestInit = {}) {
      const startedAt = performance.now();
      const answer = await fetch(input, init);
      const { method = 'GET', body } = init;
      tell.exchange({
        method,
        url: String(input),
        ...(body && { request: String(body) }),
        answer: { status: answer.status, text: await answer.clone().text() },
        milliseconds: performance.now() - startedAt,
      });
      return answer;
    },
  };
}

/** A credential, with the private key that it names. */
interface Held extends Key {
  /** IssuerSigned in base64url. */
  readonly credential: string;
}

async function receive(offer: string, count: number, clock: Clock, tell: Narrator) {
  const library = await import('@openid4vc/openid4vci').catch(() => undefined);
  if (library === undefined) return undefined;
  // The demo has no certificate.
  library.setGlobalConfig({ allowInsecureUrls: true });
  const keys = new Map<string, Key>();
  const addKey = () => {
    const key = newKey();
    keys.set(key.publicJwk.x, key);
    return key;
  };
  const signer = ({ publicJwk }: Key) =>
    ({ method: 'jwk', alg: 'ES256', publicJwk: { ...publicJwk } }) as const;
  const client = new library.Openid4vciClient({ callbacks: callbacksOf(keys, clock, tell) });

  const credentialOffer = await client.resolveCredentialOffer(offer);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const dpop = { signer: signer(addKey()) };
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    dpop,
  });
  const asked = { issuerMetadata, credentialConfigurationId: MDL };
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const own = Array.from({ length: count }, addKey);
  const jwt: string[] = [];
  for (const key of own)
    jwt.push((await client.createCredentialRequestJwtProof({ ...asked, nonce, signer: signer(key) })).jwt);
  const access = { accessToken: accessTokenResponse.access_token, dpop };
  const { credentialResponse } = await client.retrieveCredentials({ ...asked, ...access, proofs: { jwt } });
  const { credentials = [], notification_id: notificationId = '' } = credentialResponse;
  const held: Held[] = own.map((key, index) => ({
    ...key,
    ...(requirePresent(credentials[index], 'a credential of the batch') as { readonly credential: string }),
  }));
  const notification = { notificationId, event: 'credential_accepted' } as const;
  await client.sendNotification({ issuerMetadata, ...access, notification });
  return held;
}

async function present(
  { credential, privateKey }: Held,
  elements: Parameters<OtherWallet['present']>[0],
  sessionTranscript: Uint8Array,
): Promise<Uint8Array> {
  const { CoseKey, DeviceRequest, DocRequest, Holder, IssuerSigned, ItemsRequest, SessionTranscript } =
    await import('@owf/mdoc');
  const { owfContext } = await import('./owf-context.ts');
  const namespaces = Object.fromEntries(
    Object.entries(elements).map(([name, identifiers]) => [
      name,
      Object.fromEntries(identifiers.map((identifier) => [identifier, false])),
    ]),
  );
  const itemsRequest = ItemsRequest.create({ docType: MDL, namespaces });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
      sessionTranscript: SessionTranscript.decode(sessionTranscript),
      issuerSigned: [IssuerSigned.fromEncodedForOid4Vci(credential)],
      signature: {
        signingKey: CoseKey.fromJwk({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256' }),
      },
    },
    owfContext(privateKey),
  );
  return response.encode();
}

export function otherWallet(clock: Clock, tell: Narrator): OtherWallet {
  let held: readonly Held[] = [];
  return {
    async receive(offer, count) {
      const received = await receive(offer, count, clock, tell);
      held = received ?? [];
      return received?.length;
    },
    async present(elements, sessionTranscript) {
      // Each key signs one presentation, so that readers cannot tell that it was the same phone.
      const [next, ...others] = held;
      held = others;
      return next && present(next, elements, sessionTranscript);
    },
  };
}
