import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** An answer that is the same for everybody as long as a provider is current. */
interface Document {
  readonly headers: KoaContextWithOIDC['response']['headers'];
  readonly text: string;
}

/** The documents of each provider by their paths. */
const documents = new WeakMap<Provider, Map<string, Document>>();

export const documentOf = (provider: Provider, path: string): Document | undefined =>
  documents.get(provider)?.get(path);

const ROUTES: readonly (string | undefined)[] = ['discovery', 'jwks'];

/** Keeps the documents that a provider makes, so that it makes each of them once. */
export function keepDocuments(provider: Provider) {
  const own = new Map<string, Document>();
  documents.set(provider, own);
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    if (ctx.method !== 'GET' || ctx.status !== 200 || !ROUTES.includes(ctx.oidc?.route)) return;
    own.set(ctx.path, { headers: { ...ctx.response.headers }, text: JSON.stringify(ctx.body) });
  };
}
