import type { FastifyInstance } from 'fastify';

interface OperationsPluginOptions {
  /** Rejects as long as the server is not ready. */
  readonly ready: () => Promise<void>;
  /** Warnings for operators while the server is ready; absent on public listeners. */
  readonly warnings?: () => readonly string[];
  /** Metrics in the text format of Prometheus; absent if they are not served. */
  readonly metrics?: { readonly contentType: string; text(): Promise<string> };
}

/** Liveness, readiness and metrics. */
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
