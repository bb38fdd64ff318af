import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { ProviderUnreachable } from '../../../../accounts/ports/organisation.ts';
import { type Clock, MINUTE, SECOND } from '../../../../conventions/time.ts';
import { KeySet } from '../../verify/foreign-issuer.ts';
import { issuerDocument, TIMEOUT } from '../../verify/issuer-documents.ts';
import { providerMetadata } from './provider-metadata.ts';

/** How long the description of a provider is used before it is fetched again. */
const KEPT_FOR = 10 * MINUTE;
/** Pause after a failure, so that a flood of requests causes none at the provider. */
const PAUSE = 5 * SECOND;

/** What a provider publishes about itself. */
interface PublishedDocuments {
  readonly metadata: ServerMetadata;
  /** Fetches the keys again whenever a key is missing. */
  readonly keys: JWTVerifyGetKey;
  /** The same, at most twice a minute: for tokens that anybody can send. */
  readonly keysForStrangers: JWTVerifyGetKey;
}

/** Takes a key that was fetched for an ID token, and fetches the keys only if there is none. */
function firstKnown(
  known: ReturnType<typeof createRemoteJWKSet>,
  otherwise: JWTVerifyGetKey,
): JWTVerifyGetKey {
  return async (header, token) => {
    const jwks = known.jwks();
    if (jwks === undefined) return otherwise(header, token);
    return createLocalJWKSet(jwks)(header, token).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return otherwise(header, token);
      throw error;
    });
  };
}

/** Description and keys of a provider. The function throws ProviderUnreachable. */
export function publishedBy(issuer: string, clock: Clock): () => Promise<PublishedDocuments> {
  const keySet = issuerDocument(clock, (document) => KeySet.Check(document));
  let kept: { readonly published: PublishedDocuments; readonly at: number } | undefined;
  let failure: { readonly error: ProviderUnreachable; readonly at: number } | undefined;
  /** Requests that arrive together wait for one answer: strangers can send logout tokens at any rate. */
  let fetching: Promise<PublishedDocuments> | undefined;

  const fetched = async (): Promise<PublishedDocuments> => {
    const metadata = await providerMetadata(issuer);
    if (kept?.published.metadata.jwks_uri === metadata.jwks_uri) return { ...kept.published, metadata };
    const options = { timeoutDuration: TIMEOUT, [customFetch]: keySet };
    const jwks = new URL(metadata.jwks_uri);
    const keys = createRemoteJWKSet(jwks, { ...options, cooldownDuration: 0 });
    return { metadata, keys, keysForStrangers: firstKnown(keys, createRemoteJWKSet(jwks, options)) };
  };

  const renewed = async (now: number): Promise<PublishedDocuments> => {
    try {
      kept = { published: await fetched(), at: now };
      return kept.published;
    } catch (cause) {
      const error = new ProviderUnreachable('its description cannot be read', { cause });
      failure = { error, at: now };
      throw error;
    }
  };

  return async () => {
    const now = clock();
    if (kept !== undefined && now < kept.at + KEPT_FOR) return kept.published;
    if (failure !== undefined && Math.abs(now - failure.at) < PAUSE) throw failure.error;
    fetching ??= renewed(now).finally(() => {
      fetching = undefined;
    });
    return fetching;
  };
}
