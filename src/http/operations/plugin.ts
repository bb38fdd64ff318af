import type { FastifyInstance } from 'fastify';

export interface OperationsPluginOptions {
  /** Rejects while the server cannot do its work. */
  readonly ready: () => Promise<void>;
  /** What an operator should look at although the server can work; absent where strangers may ask. */
  readonly warnings?: () => readonly string[];
  /** In the text format of Prometheus; absent where it is not served. */
  readonly metrics?: { readonly contentType: string; text(): Promise<string> };
}

/** What a supervisor asks: is the process alive, can it work, how is it doing. */
export async function operationsPlugin(
  instance: FastifyInstance,
  options: OperationsPluginOptions,
): Promise<void> {
  const { ready, warnings, metrics } = options;

  instance.get('/healthz', async () => ({ status: 'ok' }));

  instance.get('/readyz', async (_request, reply) => {
    try {
      await ready();
      const found = warnings?.() ?? [];
      return { status: 'ready', ...(found.length > 0 && { warnings: found }) };
    } catch {
      return reply.code(503).send({ status: 'unavailable' });
    }
  });

  if (metrics === undefined) return;
  instance.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
}
