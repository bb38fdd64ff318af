import type { EventEmitter } from 'node:events';
import { type Client, type ErrorOut, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isRedirectAllowed } from '../../../accounts/client/redirect-uri.ts';
import { isSecret } from '../../../accounts/client/secret.ts';
import { SCOPE_NAMES, stringsOf } from '../../../accounts/permissions.ts';
import type { Failures } from '../../observe-exchanges.ts';
import { namedClient } from '../client-credentials.ts';
import { isUnavailable, UNAVAILABLE } from '../errors.ts';
import type { AuthorizationServerOptions } from '../options.ts';
import { providerConfiguration } from './configuration.ts';
import { keepDocuments } from './documents.ts';
import { guardPages } from './pages.ts';
import { grantedScope, IDENTITY_SCOPES } from './tokens.ts';

/** Changes two things in oidc-provider: secrets are hashed, and on loopback an empty path equals the root. */
function adaptClients({ prototype }: typeof Client): void {
  Object.assign(prototype, {
    compareClientSecret(this: Client, given: string) {
      return this.clientSecret !== undefined && isSecret({ secretHash: this.clientSecret }, given);
    },
    redirectUriAllowed(this: Client, requested: string) {
      const kind = this.applicationType === 'native' ? 'installed' : 'web';
      return isRedirectAllowed({ kind, redirectUris: this.redirectUris ?? [] }, requested);
    },
  });
}

/** Names all scopes, of both kinds: oidc-provider lists its own in the discovery document, ours in answers with tokens. */
function describeScopes({ scopes }: AuthorizationServerOptions) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const body = ctx.body as { scopes_supported: string[]; access_token?: string; scope?: string };
    if (ctx.oidc?.route === 'discovery')
      body.scopes_supported = [...IDENTITY_SCOPES, ...stringsOf(scopes, SCOPE_NAMES)];
    if (ctx.oidc?.route === 'token' && body?.access_token !== undefined)
      body.scope = grantedScope(ctx, body.scope);
  };
}

/** Reports an unavailable store as such; oidc-provider would report it as its own failure. */
function tellUnavailable(failures: Failures) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    if (!isUnavailable(failures.get(ctx.req)?.cause)) return;
    const { status, headers, body } = UNAVAILABLE;
    if (ctx.response.is('json')) ctx.body = body;
    ctx.status = status;
    ctx.set(headers);
  };
}

function noteFailures(provider: Provider, failures: Failures): void {
  const note = (
    ctx: KoaContextWithOIDC,
    { error, error_description: description }: Pick<ErrorOut, 'error' | 'error_description'>,
  ) => {
    failures.set(ctx.req, {
      outcome: error,
      ...(description !== undefined && { description }),
      ...namedClient(ctx.req.headers.authorization, ctx.oidc?.params?.client_id),
    });
  };
  provider.on('authorization.error', note);
  provider.on('grant.error', note);
  provider.on('end_session.error', note);
  const fail = (ctx: KoaContextWithOIDC, cause: Error) => {
    failures.set(ctx.req, { outcome: 'internal', cause });
  };
  provider.on('server_error', fail);
  // Errors that oidc-provider did not catch. Without a listener it would print them to the console.
  (provider as EventEmitter).on('error', (cause: Error, ctx?: KoaContextWithOIDC) => {
    if (ctx) fail(ctx, cause);
  });
}

/**
 * The authorization server with the current keys. It keeps no state in memory, so it can be created again at
 * any time.
 */
function createProvider(options: AuthorizationServerOptions, failures: Failures): Provider {
  const provider = new Provider(options.issuer(), providerConfiguration(options));
  // Trusted, because protocol.ts sets these headers to the configured issuer.
  provider.proxy = true;
  adaptClients(provider.Client);
  provider.use(keepDocuments(provider));
  provider.use(guardPages);
  provider.use(describeScopes(options));
  provider.use(tellUnavailable(failures));
  noteFailures(provider, failures);
  return provider;
}

/** Returns the current provider, and creates a new one after the keys have changed. */
export function currentProvider(options: AuthorizationServerOptions, failures: Failures): () => Provider {
  let kept: { readonly provider: Provider; readonly made: string } | undefined;
  return () => {
    const ids = options.keys.current().map(({ keyId }) => keyId);
    const made = [options.issuer(), ...ids].join(' ');
    if (kept?.made !== made) kept = { provider: createProvider(options, failures), made };
    return kept.provider;
  };
}
