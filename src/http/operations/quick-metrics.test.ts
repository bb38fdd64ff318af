import { Counter, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { responseCounter } from './response-counter.ts';
import { serveTimes } from './serve-times.ts';

describe('The metrics of requests of apps', () => {
  it('times are printed as by a histogram of prom-client', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const observe = serveTimes(ours);
    const histogram = new Histogram({
      name: 'diptych_serve_request_seconds',
      help: 'Time to answer a request of an app with a serving key.',
      labelNames: ['endpoint', 'outcome'],
      buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers: [theirs],
    });
    expect(await ours.metrics()).toBe(await theirs.metrics());
    for (const seconds of [0, 0.0005, 0.000_501, 0.02, 5, 5.1, 60]) {
      for (const [endpoint, outcome] of [
        ['snapshot', 'ok'],
        ['resolve', 'ok'],
        ['resolve', 'RATE_LIMIT_EXCEEDED'],
      ] as const) {
        observe(endpoint, outcome, seconds);
        histogram.observe({ endpoint, outcome }, seconds);
      }
    }
    const sorted = async (registry: Registry) => (await registry.metrics()).split('\n').sort();
    expect(await sorted(ours)).toEqual(await sorted(theirs));
  });

  it('responses are counted as by a counter of prom-client, at every reading anew', async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    const options = { name: 'responses_total', help: 'Number of responses.' };
    const count = responseCounter({ ...options, registers: [ours] });
    const counter = new Counter({ ...options, labelNames: ['interface', 'status'], registers: [theirs] });
    for (const status of [200, 204, 304, 404, 500]) {
      count('serve', status);
      counter.inc({ interface: 'serve', status: `${Math.floor(status / 100)}xx` });
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }
  });
});
