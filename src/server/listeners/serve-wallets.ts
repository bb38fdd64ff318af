import type { FastifyInstance } from 'fastify';
import { HOLDER_PATHS, holderCookies } from '../../http/holders/index.ts';
import { addressReader } from '../../http/oauth/address.ts';
import { type VciHolders, vciPlugin, vciTokens } from '../../http/vci/index.ts';
import { issueCredential, liveGrant, redeemCode, takeNotice } from '../../issuer/wallet-grant/index.ts';
import { purposeKeys, textCipher } from '../../keys/secrets.ts';
import type { Issuer } from '../context/issuer.ts';
import type { Parts } from './parts.ts';
import { holderCipher, signInOf } from './serve-holder-page.ts';

function holdersOf(parts: Parts, issuer: Issuer): VciHolders | undefined {
  const signIn = signInOf(parts, issuer);
  if (signIn === undefined) return undefined;
  const { clock, accounts } = parts.context;
  const { visits } = holderCookies({ cipher: holderCipher(parts), clock, address: accounts.address.url });
  return { signIn: HOLDER_PATHS.signIn, visitOf: visits.of, codeOf: signIn.codeOf };
}

/** OpenID4VCI, on the listener of the panels. */
export async function serveWallets(listener: FastifyInstance, parts: Parts, issuer: Issuer): Promise<void> {
  const { settings, context, observers, limits } = parts;
  const { folder, clock, store, accounts, codeDigest } = context;
  const { deps: issuerDeps, policy, walletTrust } = issuer;
  const { documentTypes = [], clients, anonymous, refreshDays, ...attestations } = settings.issuer.wallets;
  const { walletAttestation, keyAttestation, keyStorage, userAuthentication } = attestations;
  const cipher = textCipher(purposeKeys(folder.keys)('tokens of wallets'));
  await listener.register(vciPlugin, {
    address: accounts.address.url,
    name: settings.issuer.name,
    documentTypes: documentTypes.flatMap((docType) => policy.documentTypes.get(docType) ?? []),
    batchSize: policy.maxAuthKeys,
    anonymous,
    isRedirecting: policy.wallets?.isRedirecting === true,
    isPreAuthorizing: policy.wallets?.isPreAuthorizing === true,
    walletAttestation: {
      mode: walletAttestation,
      roots: walletTrust.wallets,
    },
    keyAttestation: {
      ...{ mode: keyAttestation, keyStorage, userAuthentication },
      roots: walletTrust.keys,
    },
    clients: new Map(clients.map(({ id, ...client }) => [id, client])),
    holders: holdersOf(parts, issuer),
    tokens: vciTokens({ cipher, clock }, refreshDays),
    redeem: redeemCode(issuerDeps),
    issue: issueCredential(issuerDeps),
    notice: takeNotice(issuerDeps),
    requireLive: async (credentialId) =>
      void (await store.read((reader) => liveGrant(reader, credentialId, clock()))),
    useOnce: (name, expiresAt) => accounts.store.write((writer) => writer.useOnce(name, expiresAt)),
    addressOf: addressReader(settings.oauth.addressHeader),
    limit: (address) => limits('walletsPerAddress', address),
    digestOf: (text) => Buffer.from(codeDigest(text)).toString('base64url'),
    clock,
    observe: observers.oauth,
  });
}
