import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('servers of a process share its metrics, because their observers stay until the process ends', async () => {
  const [first, second] = [createMetrics().registry, createMetrics().registry];
  for (const name of ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(first.getSingleMetric(name)).toBe(second.getSingleMetric(name));
    expect(await second.metrics()).toContain(`# TYPE ${name} `);
  }
  expect(first.getSingleMetric('diptych_issuer_request_seconds')).not.toBe(
    second.getSingleMetric('diptych_issuer_request_seconds'),
  );
});
