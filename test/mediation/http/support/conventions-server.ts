import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import {
  conventionalHandler,
  conventionalUrls,
  followConventions,
} from '../../../../src/http/conventions/index.ts';
import { createListener } from '../../../../src/http/listener.ts';

export const DOMAIN = 'example.com';

interface ServerOptions {
  readonly gzipBodies?: boolean;
}

/** A server with the routes of a test, which follow the request conventions. */
export function useConventionsServer(
  routes: (instance: FastifyInstance) => void,
  options: ServerOptions = {},
): () => string {
  let listener: FastifyInstance;
  let url = '';
  beforeAll(async () => {
    listener = createListener({ rewriteUrl: conventionalUrls('/test/') });
    await listener.register(
      async (instance) => {
        followConventions(instance, {
          domain: DOMAIN,
          identify: async () => {},
          observe: () => {},
          ...options,
        });
        routes(instance);
      },
      { prefix: '/test' },
    );
    url = `${await listener.listen({ host: '127.0.0.1', port: 0 })}/test`;
  });
  afterAll(() => listener.close());
  return () => url;
}

export { conventionalHandler };
