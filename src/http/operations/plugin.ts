import type { FastifyInstance } from 'fastify';

export interface OperationsPluginOptions {
  /** Rejects while the server cannot do its work. */
  readonly ready: () => Promise<void>;
  /** In the text format of Prometheus. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
}

/** What a supervisor asks: is the process alive, can it work, how is it doing. */
export async function operationsPlugin(
  instance: FastifyInstance,
  options: OperationsPluginOptions,
): Promise<void> {
  const { ready, metrics } = options;

  instance.get('/healthz', async () => ({ status: 'ok' }));

  instance.get('/readyz', async (_request, reply) => {
    try {
      await ready();
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'unavailable' });
    }
  });

  instance.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });
}
