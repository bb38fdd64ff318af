import type { FastifyInstance } from 'fastify';
import { HOLDER_PATHS, type HolderSignIn, holderPagePlugin } from '../../http/holders/index.ts';
import { addressReader } from '../../http/oauth/address.ts';
import { codeBySignIn } from '../../issuer/offer/self-service.ts';
import { codeDigest, codesOfSignIns, purposeKeys, textCipher } from '../../keys/secrets.ts';
import type { Issuer } from '../context/issuer.ts';
import { providerOf } from '../sign-in/organisations.ts';
import type { Parts } from './parts.ts';

/** The sign-in of holders; undefined if the settings name no provider. */
export function signInOf({ settings, context }: Parts, issuerPanel: Issuer): HolderSignIn | undefined {
  const { issuer, clientId, clientSecretFile, holderClaim, codesPerDay } = settings.issuer.holderSignIn;
  if (!issuer || !clientId || !clientSecretFile || !holderClaim) return undefined;
  const { accounts, clock, store, folder } = context;
  const registered = {
    ...{ setting: 'issuer.holderSignIn.clientSecretFile', clientSecretFile, clientId },
    redirectUri: () => `${accounts.address.url()}${HOLDER_PATHS.signedIn}`,
    scopes: ['openid'],
    parameters: {},
    honoursMaxAge: false,
  };
  const organisation = { id: 'holders', name: settings.issuer.name, issuer, roles: [], people: [] };
  const provider = providerOf(organisation, registered, clock);
  const codeOf = codeBySignIn({
    ...{ store, clock, random: issuerPanel.deps.random, codesPerDay },
    codeDigest: codeDigest(folder.keys),
    codeOf: codesOfSignIns(purposeKeys(folder.keys)('codes of sign-ins')),
  });
  return { provider, claim: holderClaim, codeOf };
}

/** Seals the cookies of holders. */
export const holderCipher = ({ context: { folder } }: Parts) =>
  textCipher(purposeKeys(folder.keys)('page for holders'));

/** `/add/`, on the listener of the panels. */
export async function serveHolderPage(
  listener: FastifyInstance,
  parts: Parts,
  issuer: Issuer,
): Promise<void> {
  const { settings, context, observers, limits } = parts;
  const addressOf = addressReader(settings.oauth.addressHeader);
  const { clock, accounts } = context;
  await listener.register(holderPagePlugin, {
    issuerName: settings.issuer.name,
    policy: issuer.policy,
    signIn: signInOf(parts, issuer),
    cipher: holderCipher(parts),
    clock,
    address: accounts.address.url,
    allows: (request) => limits.allows('walletsPerAddress', addressOf(request)),
    observe: observers.oauth,
  });
}
