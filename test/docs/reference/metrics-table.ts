import { createMetrics } from '../../../src/http/operations/metrics.ts';
import { addReadMetrics, type MetricSources } from '../../../src/http/operations/read-metrics.ts';
import { addServerMetrics, type ServerSources } from '../../../src/http/operations/server-metrics.ts';

interface DescribedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

/** Every metric of the server, without values. */
export function describedMetrics(): readonly DescribedMetric[] {
  const { registry } = createMetrics();
  // Sources are asked for values only.
  addReadMetrics(registry, {} as MetricSources);
  addServerMetrics(registry, { version: '' } as ServerSources);
  return registry.getMetricsAsArray() as unknown as readonly DescribedMetric[];
}

/** The metrics that this server adds to those of its runtime. */
export function metricsTable(): string {
  const rows = describedMetrics()
    .filter(({ name }) => name.startsWith('diptych_'))
    .map(({ name, type, labelNames, help }) => {
      const labels = labelNames.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
    })
    .sort();
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...rows].join('\n');
}
