import { sign } from 'node:crypto';
import { setGlobalConfig } from '@openid4vc/openid4vci';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  decodeIssuerSigned,
  encodeDeviceResponse,
  encodeSessionTranscript,
  type IssuerSigned,
  sessionTranscriptBytes,
  signDeviceAuthentication,
} from '../../../src/formats/mdoc/index.ts';
import { certificatesFromPem } from '../../../src/formats/x509/index.ts';
import { browser } from '../../support/browser.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import type { Key } from '../../support/openid4vci.ts';
import { otherWallet } from '../../support/other-wallet.ts';
import { READERS } from '../../support/readers.ts';
import { MDL, newHolder } from '../../support/records.ts';
import type { World } from '../../support/world.ts';

const CALLBACK = 'https://wallet.example/callback';
// The client compares its own clock with that of the server.
const { world: running, provider } = useHolderPage(
  {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.clients': [{ id: 'wallet-1', name: 'Wallet', redirectUris: [CALLBACK] }],
  },
  Date.now(),
);
let world: World;
beforeAll(() => {
  setGlobalConfig({ allowInsecureUrls: true });
  world = running();
});

async function offered(request: { readonly txCode?: boolean } = {}) {
  const holderId = await newHolder(world);
  const issued = await world.admin('issueCode', { holderId, ...request });
  return { ...issued, offer: issued.offer ?? '' };
}

type Wallet = ReturnType<typeof otherWallet>;
type Received = Awaited<ReturnType<Wallet['client']['retrieveCredentials']>>['credentialResponse'];

/** The credentials of a token, with the keys that the wallet proved. */
async function fetched(
  { client, keep, signer }: Wallet,
  access: { readonly accessToken: string; readonly dpop: { readonly signer: ReturnType<Wallet['signer']> } },
  batch: number,
  clientId?: string,
) {
  const issuerMetadata = await client.resolveIssuerMetadata(`${world.url}/vci`);
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const credentialConfigurationId = MDL;
  const [proofs, proven]: [string[], Key[]] = [[], []];
  for (let number = 0; number < batch; number += 1) {
    const key = keep();
    const by = { signer: signer(key), nonce, ...(clientId !== undefined && { clientId }) };
    const request = { ...by, issuerMetadata, credentialConfigurationId };
    proofs.push((await client.createCredentialRequestJwtProof(request)).jwt);
    proven.push(key);
  }
  const asked = { ...access, issuerMetadata, credentialConfigurationId };
  const answer = await client.retrieveCredentials({ ...asked, proofs: { jwt: proofs } });
  return { issuerMetadata, proven, answer: answer.credentialResponse };
}

async function received(batch: number, { txCode }: { readonly txCode?: boolean } = {}) {
  const own = otherWallet();
  const { client, keep, signer } = own;
  const given = await offered(txCode ? { txCode } : {});
  const credentialOffer = await client.resolveCredentialOffer(given.offer);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const dpop = { signer: signer(keep()) };
  const token = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    dpop,
    ...(given.txCode !== undefined && { txCode: given.txCode }),
  });
  const { access_token: accessToken } = token.accessTokenResponse;
  return { client, given, dpop, accessToken, ...(await fetched(own, { accessToken, dpop }, batch)) };
}

/** The authorization code, for an offer or for a wallet that begins by itself. */
async function authorized(offer: string | undefined) {
  const own = otherWallet({ clientId: 'wallet-1' });
  const { client, keep, signer } = own;
  const begun = {
    credential_issuer: `${world.url}/vci`,
    credential_configuration_ids: [MDL],
    grants: { authorization_code: {} },
  };
  const credentialOffer = offer === undefined ? begun : await client.resolveCredentialOffer(offer);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const dpop = { signer: signer(keep()) };
  const request = { clientId: 'wallet-1', redirectUri: CALLBACK, scope: MDL, state: 'state-1', dpop };
  const asked = await client.createAuthorizationRequestUrlFromOffer({
    ...request,
    credentialOffer,
    issuerMetadata,
  });
  const [visitor, theirs] = [browser(world.url), browser(provider().issuer)];
  let page = await visitor.open(asked.authorizationRequestUrl);
  if (page.url.origin === provider().issuer)
    page = await visitor.open((await theirs.open(page.url.href)).url.href);
  const { url } = await visitor.submit(page, '/add/wallet', { decision: 'allow' });
  const [authorizationServerMetadata] = issuerMetadata.authorizationServers;
  if (authorizationServerMetadata === undefined) throw new Error('there is no authorization server');
  const answer = client.parseAndVerifyAuthorizationResponseRedirectUrl({
    url: url.href,
    authorizationServerMetadata,
  });
  if (answer.error !== undefined) throw new Error(String(answer.error));
  const token = await client.retrieveAuthorizationCodeAccessTokenFromOffer({
    authorizationCode: String(answer.code),
    credentialOffer,
    issuerMetadata,
    dpop,
    redirectUri: CALLBACK,
    ...(asked.pkce && { pkceCodeVerifier: asked.pkce.codeVerifier }),
  });
  const { access_token: accessToken } = token.accessTokenResponse;
  return fetched(own, { accessToken, dpop }, 1, 'wallet-1');
}

const bytesOf = ({ credentials = [] }: Received) =>
  credentials.map((one) => Buffer.from((one as { readonly credential: string }).credential, 'base64url'));

/** The root that readers trust. */
async function rootOf(): Promise<Uint8Array> {
  const { keys } = await world.admin('listKeys', {});
  const [root] = keys.filter(({ role }) => role === 'iaca');
  return certificatesFromPem(root?.certificate ?? '')[0] ?? new Uint8Array();
}

const TRANSCRIPT = encodeSessionTranscript({ handover: ['OpenID4VPHandover', new Uint8Array(32).fill(7)] });

/** A presentation to a reader, signed by the key that the wallet proved. */
async function presented(issuerSigned: IssuerSigned, { privateKey }: Key): Promise<Uint8Array> {
  const nameSpaces = new Map();
  const signing = (bytes: Uint8Array) =>
    sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const request = { sessionTranscript: TRANSCRIPT, docType: MDL, nameSpaces };
  const deviceAuth = await signDeviceAuthentication(request, signing);
  const document = { docType: MDL, issuerSigned, deviceSigned: { nameSpaces, deviceAuth } };
  return encodeDeviceResponse({ version: '1.0', documents: [document], status: 0 });
}

describe('@openid4vc/openid4vci, unmodified', () => {
  it.each([1, 10])(
    'gets a batch of %i, whose presentations three readers of others accept',
    async (batch) => {
      const { answer, given, proven } = await received(batch);
      const credentials = bytesOf(answer);
      expect(credentials).toHaveLength(batch);
      const root = await rootOf();
      for (const [index, one] of credentials.entries()) {
        const response = await presented(decodeIssuerSigned(one), proven[index] as Key);
        const transcript = sessionTranscriptBytes(TRANSCRIPT);
        for (const [name, read] of Object.entries(READERS)) {
          const checks = await read({ response, transcript, root });
          expect(checks.length, name).toBeGreaterThan(10);
          expect(new Set(checks), name).toEqual(new Set(['PASSED']));
        }
      }
      const { credentials: listed } = await world.admin('listCredentials', { holderId: given.holderId });
      expect(listed).toMatchObject([{ state: 'active', channel: 'openid4vci' }]);
      const { codes } = await world.admin('listCodes', { holderId: given.holderId });
      expect(codes).toMatchObject([{ state: 'used' }]);
    },
  );

  it('gets it with a transaction code', async () => {
    expect(bytesOf((await received(1, { txCode: true })).answer)).toHaveLength(1);
  });

  it('gets it by an authorization code, for an offer', async () => {
    expect(bytesOf((await authorized((await offered()).offer)).answer)).toHaveLength(1);
  });

  it('begins by itself, and the holder signs in', async () => {
    provider().person = { sub: 'one', claims: { licence_number: await newHolder(world) } };
    expect(bytesOf((await authorized(undefined)).answer)).toHaveLength(1);
  });

  it('says that it has stored the credential, or that the user deleted it', async () => {
    const { client, answer, given, ...rest } = await received(1);
    const notificationId = answer.notification_id ?? '';
    const asked = { accessToken: rest.accessToken, issuerMetadata: rest.issuerMetadata, dpop: rest.dpop };
    for (const event of ['credential_accepted', 'credential_deleted', 'credential_deleted'] as const)
      await client.sendNotification({ ...asked, notification: { notificationId, event } });
    const { credentials } = await world.admin('listCredentials', { holderId: given.holderId });
    expect(credentials).toMatchObject([{ state: 'deleted' }]);
  });
});
