import { mkdirSync } from 'node:fs';
import { setGlobalConfig } from '@openid4vc/openid4vci';
import { decode, Tagged } from 'cborg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ELEMENTS } from '../../../bench/issuer/record.ts';
import { startParts } from '../../../bench/stack/servers.ts';
import type { CredentialIssuer } from '../../../bench/stack/wallet.ts';
import {
  type Answered,
  credentialRequest,
  GRANT,
  type Granted,
  newKey,
  outcome,
  vciWallet,
} from '../../support/openid4vci.ts';
import { otherWallet } from '../../support/other-wallet.ts';
import { MDL } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

/** The name under which the peer knows the wallet; it knows no anonymous ones. */
const CLIENT = 'wallet';
const TX_CODE = '4711';

/** A server that gives codes to holders, with its own second secret if it should. */
interface Side extends Pick<CredentialIssuer, 'issuer'> {
  readonly noncePath: string;
  code(): Promise<string>;
  codeWithTxCode(): Promise<readonly [code: string, txCode: string]>;
}

const stops: (() => Promise<unknown>)[] = [];
const sides = {} as Record<'ours' | 'peer', Side>;

async function startOurs(): Promise<Side> {
  const world: World = await startWorld({
    startAt: Date.now(),
    settings: { 'issuer.wallets.documentTypes': [MDL], 'issuer.codes.wrongInAll': 1000 },
  });
  stops.push(world.close);
  let holders = 0;
  const issue = async (more: { readonly txCode?: boolean } = {}) => {
    holders += 1;
    await world.admin('importHolders', { holders: [{ id: `h-${holders}`, elements: ELEMENTS as never }] });
    return world.admin('issueCode', { holderId: `h-${holders}`, ...more });
  };
  return {
    issuer: `${world.url}/vci`,
    noncePath: '/nonce',
    code: async () => (await issue()).code,
    async codeWithTxCode() {
      const { code, txCode = '' } = await issue({ txCode: true });
      return [code, txCode];
    },
  };
}

/** oidc-provider with its experimental feature, and @auth0/mdl. */
async function startPeer(): Promise<Side> {
  const folder = temporaryFolder('peer');
  mkdirSync(folder, { recursive: true });
  const { wallets } = await startParts(folder, (stop) => stops.push(stop));
  let holders = 0;
  const newCode = (txCode?: string) => {
    holders += 1;
    return wallets.newCode(`h-${holders}`, txCode);
  };
  return {
    issuer: wallets.issuer,
    noncePath: '/challenge',
    code: () => newCode(),
    codeWithTxCode: async () => [await newCode(TX_CODE), TX_CODE],
  };
}

beforeAll(async () => {
  setGlobalConfig({ allowInsecureUrls: true });
  sides.ours = await startOurs();
  sides.peer = await startPeer();
}, HOOK_TIMEOUT);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

type Wallet = ReturnType<typeof vciWallet>;

const walletOf = ({ issuer, noncePath }: Side, key = newKey()): Wallet =>
  vciWallet({ url: '', now: Date.now, issuer, noncePath }, key);

const redeem = (wallet: Wallet, code: string, more: Record<string, string> = {}) =>
  wallet.redeem(code, { client_id: CLIENT, ...more });

async function granted(side: Side): Promise<Granted> {
  const wallet = walletOf(side);
  const { body } = await redeem(wallet, await side.code());
  const { access_token: token, refresh_token: refresh } = body as Record<
    'access_token' | 'refresh_token',
    string
  >;
  return { wallet, holderId: '', token, refresh, nonce: await wallet.nonce() };
}

/** The names and kinds of the members of an answer, in any order. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))];
  if (value === null || typeof value !== 'object') return typeof value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member)]));
}

type Entries = ReadonlyMap<unknown, unknown>;

/** What an IssuerSigned says, apart from random numbers, keys and times. */
function contentOf(credential: string) {
  const tags = Tagged.preserve(0, 24, 1004);
  const read = (bytes: Uint8Array): unknown => decode(bytes, { useMaps: true, tags });
  const plain = (value: unknown): unknown => (value instanceof Tagged ? [value.tag, value.value] : value);
  const issuerSigned = read(Buffer.from(credential, 'base64url')) as Entries;
  const items = [...(issuerSigned.get('nameSpaces') as ReadonlyMap<string, readonly Tagged[]>)].flatMap(
    ([namespace, own]) =>
      own.map(({ value }) => {
        const item = read(value as Uint8Array) as Entries;
        return [namespace, item.get('elementIdentifier'), plain(item.get('elementValue'))] as const;
      }),
  );
  const [, , payload] = issuerSigned.get('issuerAuth') as readonly Uint8Array[];
  const mso = read((read(payload as Uint8Array) as Tagged).value as Uint8Array) as Entries;
  return {
    items: new Map(items.map(([namespace, name, value]) => [`${namespace}/${String(name)}`, value])),
    version: mso.get('version'),
    digestAlgorithm: mso.get('digestAlgorithm'),
    docType: mso.get('docType'),
    deviceKey: [...((mso.get('deviceKeyInfo') as Entries).get('deviceKey') as Entries).keys()].toSorted(),
    validity: [...(mso.get('validityInfo') as Entries).keys()].toSorted(),
  };
}

/** A batch of three by the client of others. */
async function received(side: Side) {
  const { client, keep, signer } = otherWallet({ clientId: CLIENT });
  const [code, txCode] = await side.codeWithTxCode();
  const credentialOffer = {
    credential_issuer: side.issuer,
    credential_configuration_ids: [MDL],
    grants: { [GRANT]: { 'pre-authorized_code': code, tx_code: {} } },
  };
  const issuerMetadata = await client.resolveIssuerMetadata(side.issuer);
  const dpop = { signer: signer(keep()) };
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    ...{ credentialOffer, issuerMetadata, dpop, txCode },
  });
  const asked = { issuerMetadata, credentialConfigurationId: MDL };
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const jwt: string[] = [];
  while (jwt.length < 3) {
    const by = { ...asked, nonce, signer: signer(keep()), clientId: CLIENT };
    jwt.push((await client.createCredentialRequestJwtProof(by)).jwt);
  }
  const access = { accessToken: accessTokenResponse.access_token, dpop };
  const { credentialResponse } = await client.retrieveCredentials({ ...asked, ...access, proofs: { jwt } });
  return { token: accessTokenResponse, answer: credentialResponse, metadata: issuerMetadata };
}

describe('An unmodified client at this server and at a peer', () => {
  let ours: Awaited<ReturnType<typeof received>>;
  let peer: Awaited<ReturnType<typeof received>>;
  beforeAll(async () => {
    [ours, peer] = [await received(sides.ours), await received(sides.peer)];
  }, HOOK_TIMEOUT);

  it('reads metadata with the same members, and more of ours', () => {
    const [own, other] = [ours.metadata.credentialIssuer, peer.metadata.credentialIssuer];
    expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(other)));
    const configuration = (of: typeof own) => of.credential_configurations_supported[MDL] ?? {};
    expect(Object.keys(configuration(own))).toEqual(
      expect.arrayContaining(Object.keys(configuration(other))),
    );
    for (const name of ['format', 'doctype', 'scope'])
      expect((configuration(own) as never)[name]).toEqual((configuration(other) as never)[name]);
  });

  it('gets a token with the same members', () => {
    expect(shapeOf(ours.token)).toEqual(shapeOf(peer.token));
    expect([ours.token.token_type, ours.token.scope]).toEqual([peer.token.token_type, peer.token.scope]);
  });

  it('gets credentials that say the same', () => {
    const contents = ({ answer }: typeof ours) =>
      (answer.credentials as readonly { readonly credential: string }[]).map(({ credential }) =>
        contentOf(credential),
      );
    const [own, other] = [contents(ours), contents(peer)];
    expect([own.length, other.length]).toEqual([3, 3]);
    const [first, theirs] = [own[0], other[0]];
    // Each derives ages of its own choice from the birth date.
    const named = (of: typeof first) =>
      [...(of?.items.keys() ?? [])].filter((name) => !name.includes('/age_')).toSorted();
    expect({ ...first, items: named(first) }).toEqual({ ...theirs, items: named(theirs) });
    for (const name of named(first))
      expect([name, first?.items.get(name)]).toEqual([name, theirs?.items.get(name)]);
  });
});

interface Row {
  readonly what: string;
  readonly send: (side: Side) => Promise<Answered>;
  readonly answer: readonly [status: number, error: string | undefined];
  /** What the peer answers, and why it is not the same. */
  readonly peer?: readonly [status: number, error: string | undefined, because: string];
}

const atToken = (
  what: string,
  parameters: Record<string, string>,
  ...answer: readonly [number, string]
): Row => ({ what, send: (side) => walletOf(side).token({ client_id: CLIENT, ...parameters }), answer });

const atCredential = (
  what: string,
  body: (one: Granted) => unknown,
  answer: Row['answer'],
  peer?: Row['peer'],
): Row => ({
  what,
  async send(side) {
    const one = await granted(side);
    return one.wallet.resource('/credential', one.token, body(one));
  },
  answer,
  ...(peer && { peer }),
});

const proof = (one: Granted, changes: { header?: object; claims?: object }) => ({
  credential_configuration_id: MDL,
  proofs: { jwt: [one.wallet.proof(newKey(), one.nonce, changes)] },
});

const ROWS: readonly Row[] = [
  atToken('no grant type', {}, 400, 'invalid_request'),
  atToken('another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'),
  atToken('no code', { grant_type: GRANT }, 400, 'invalid_request'),
  atToken('an unknown code', { grant_type: GRANT, 'pre-authorized_code': 'x' }, 400, 'invalid_grant'),
  {
    what: 'a code again',
    async send(side) {
      const [code, wallet] = [await side.code(), walletOf(side)];
      await redeem(wallet, code);
      return redeem(wallet, code);
    },
    answer: [400, 'invalid_grant'],
  },
  {
    what: 'no transaction code',
    send: async (side) => redeem(walletOf(side), (await side.codeWithTxCode())[0]),
    answer: [400, 'invalid_request'],
  },
  {
    what: 'a wrong transaction code',
    send: async (side) => redeem(walletOf(side), (await side.codeWithTxCode())[0], { tx_code: 'x' }),
    answer: [400, 'invalid_grant'],
  },
  {
    what: 'a transaction code that is not expected',
    send: async (side) => redeem(walletOf(side), await side.code(), { tx_code: 'x' }),
    answer: [400, 'invalid_request'],
  },
  {
    what: 'no DPoP proof',
    send: async (side) => {
      const parameters = { grant_type: GRANT, 'pre-authorized_code': await side.code(), client_id: CLIENT };
      return walletOf(side).token(parameters, { dpop: '' });
    },
    answer: [400, 'invalid_dpop_proof'],
    peer: [200, undefined, 'it gives bearer tokens too'],
  },
  {
    what: 'a DPoP proof for another address',
    async send(side) {
      const wallet = walletOf(side);
      const parameters = { grant_type: GRANT, 'pre-authorized_code': await side.code(), client_id: CLIENT };
      return wallet.token(parameters, { dpop: wallet.dpop('/other') });
    },
    answer: [400, 'invalid_dpop_proof'],
  },
  {
    what: 'the token of another key',
    async send(side) {
      const one = await granted(side);
      return walletOf(side).resource('/credential', one.token, credentialRequest(one, newKey()));
    },
    answer: [401, 'invalid_token'],
  },
  {
    what: 'a token that is none',
    send: (side) => walletOf(side).resource('/credential', 'x', {}),
    answer: [401, 'invalid_token'],
  },
  {
    what: 'a DPoP proof without the hash of the token',
    async send(side) {
      const { wallet, token } = await granted(side);
      return wallet.resource('/credential', token, {}, { dpop: wallet.dpop('/credential') });
    },
    answer: [401, 'invalid_dpop_proof'],
  },
  atCredential('no configuration', () => ({ proofs: {} }), [400, 'invalid_credential_request']),
  atCredential(
    'an unknown configuration',
    (one) => ({ ...credentialRequest(one, newKey()), credential_configuration_id: 'x' }),
    [400, 'unknown_credential_configuration'],
  ),
  atCredential(
    'a credential identifier',
    (one) => ({ proofs: credentialRequest(one, newKey()).proofs, credential_identifier: 'x' }),
    [400, 'unknown_credential_identifier'],
  ),
  atCredential(
    'a body that is no JSON',
    () => '{',
    [400, 'invalid_credential_request'],
    [400, 'invalid_request', 'it parses before it knows what for'],
  ),
  atCredential('no proofs', () => ({ credential_configuration_id: MDL }), [400, 'invalid_proof']),
  atCredential(
    'two types of proof',
    (one) => ({ ...credentialRequest(one, newKey()), proofs: { jwt: ['x'], attestation: ['x'] } }),
    [400, 'invalid_proof'],
  ),
  atCredential(
    'more proofs than batch_size',
    (one) => credentialRequest(one, ...Array.from({ length: 101 }, () => newKey())),
    [400, 'invalid_proof'],
  ),
  atCredential('another type', (one) => proof(one, { header: { typ: 'JWT' } }), [400, 'invalid_proof']),
  atCredential('another audience', (one) => proof(one, { claims: { aud: 'x' } }), [400, 'invalid_proof']),
  atCredential('another client', (one) => proof(one, { claims: { iss: 'x' } }), [400, 'invalid_proof']),
  atCredential('another signer', (one) => proof(one, { header: { jwk: newKey().jwk } }), [
    400,
    'invalid_proof',
  ]),
  atCredential('kid too', (one) => proof(one, { header: { kid: 'x' } }), [400, 'invalid_proof']),
  atCredential('a forged nonce', (one) => proof(one, { claims: { nonce: 'x'.repeat(43) } }), [
    400,
    'invalid_nonce',
  ]),
  atCredential(
    'no nonce',
    (one) => proof(one, { claims: { nonce: undefined } }),
    [400, 'invalid_nonce'],
    [400, 'invalid_proof', 'a wallet that gets invalid_nonce asks for a nonce and tries again'],
  ),
  atCredential(
    'a proof of yesterday',
    (one) => proof(one, { claims: { iat: one.wallet.seconds() - 86_400 } }),
    [400, 'invalid_proof'],
    [200, undefined, 'it does not look at iat'],
  ),
  atCredential(
    'a key twice',
    (one) => {
      const key = newKey();
      return credentialRequest(one, key, key);
    },
    [400, 'invalid_proof'],
    [500, 'server_error', 'it finds out when it stores the key'],
  ),
];

describe('The same request, at this server and at a peer', () => {
  it.each(ROWS)(
    'is answered in the same way, or it is known why not: $what',
    async ({ send, answer, peer }) => {
      expect(outcome(await send(sides.ours))).toEqual(answer);
      expect(outcome(await send(sides.peer))).toEqual(peer?.slice(0, 2) ?? answer);
    },
  );
});
