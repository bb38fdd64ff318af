import type { FastifyInstance } from 'fastify';
import type { OAuthPluginOptions } from './plugin.ts';

/**
 * oidc-provider warns at each start about Node releases that are not LTS yet; docs/adr/0001 says why one is
 * pinned.
 */
async function withoutReleaseWarning<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...lines: unknown[]) => {
    if (!String(lines[0]).includes('Unsupported runtime')) warn(...lines);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}

/** oidc-provider is large, so it is loaded only when a server starts. */
export async function oauthPlugin(instance: FastifyInstance, options: OAuthPluginOptions): Promise<void> {
  const { authorizationServerPlugin } = await withoutReleaseWarning(() => import('./plugin.ts'));
  await authorizationServerPlugin(instance, options);
}
