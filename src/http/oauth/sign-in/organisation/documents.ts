import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ProviderUnreachable } from '../../../../accounts/ports/organisation.ts';
import { type Clock, MINUTE } from '../../../../conventions/time.ts';
import { KeySet } from '../../verify/foreign-issuer.ts';
import { issuerDocument, TIMEOUT } from '../../verify/issuer-documents.ts';

/** How long the description of a provider is used before it is fetched again. */
const KEPT_FOR = 10 * MINUTE;

const Text = Type.String();
const Description = Compile(
  Type.Object({ issuer: Text, authorization_endpoint: Text, token_endpoint: Text, jwks_uri: Text }),
);

/** What a provider publishes about itself. */
export interface Published {
  readonly metadata: ServerMetadata;
  /** Fetches the keys again whenever a key is missing. */
  readonly keys: JWTVerifyGetKey;
  /** The same, at most twice a minute: for tokens that anybody can send. */
  readonly keysForStrangers: JWTVerifyGetKey;
}

/** OpenID Connect Discovery 4.3: the issuer is the configured one. No address may use a weaker protocol. */
function isDescriptionOf(issuer: string, document: unknown): boolean {
  if (!Description.Check(document) || document.issuer !== issuer) return false;
  const { protocol } = new URL(issuer);
  return [document.authorization_endpoint, document.token_endpoint, document.jwks_uri].every((address) =>
    ['https:', protocol].includes(URL.parse(address)?.protocol ?? ''),
  );
}

/** Description and keys of a provider. The function throws ProviderUnreachable. */
export function publishedBy(issuer: string, clock: Clock): () => Promise<Published> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const describe = issuerDocument(clock, (document) => isDescriptionOf(issuer, document));
  const keySet = issuerDocument(clock, (document) => KeySet.Check(document));
  let kept: { readonly published: Published; readonly at: number } | undefined;

  const fetched = async (): Promise<Published> => {
    const response = await describe(address, { signal: AbortSignal.timeout(TIMEOUT) });
    const metadata = (await response.json()) as ServerMetadata & { readonly jwks_uri: string };
    if (kept?.published.metadata.jwks_uri === metadata.jwks_uri) return { ...kept.published, metadata };
    const options = { timeoutDuration: TIMEOUT, [customFetch]: keySet };
    const jwks = new URL(metadata.jwks_uri);
    return {
      metadata,
      keys: createRemoteJWKSet(jwks, { ...options, cooldownDuration: 0 }),
      keysForStrangers: createRemoteJWKSet(jwks, options),
    };
  };

  return async () => {
    const now = clock();
    if (kept !== undefined && now < kept.at + KEPT_FOR) return kept.published;
    try {
      kept = { published: await fetched(), at: now };
      return kept.published;
    } catch (cause) {
      throw new ProviderUnreachable(`${address} cannot be read, or does not describe this issuer`, { cause });
    }
  };
}
