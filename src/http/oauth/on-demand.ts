import type { FastifyInstance } from 'fastify';
import type { OAuthPluginOptions } from './plugin.ts';

/** The library behind the authorization server is large; commands that start no server do without it. */
export async function oauthPlugin(instance: FastifyInstance, options: OAuthPluginOptions): Promise<void> {
  const { authorizationServerPlugin } = await import('./plugin.ts');
  await authorizationServerPlugin(instance, options);
}
