import type { Histogram, MetricValueWithName, Registry } from 'prom-client';

const NAME = 'diptych_serve_request_seconds';
const BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

interface Series {
  readonly labels: { readonly endpoint: string; readonly outcome: string };
  /** How many values are in each bucket and not in the one before; the last one has no upper bound. */
  readonly buckets: number[];
  sum: number;
}

function valuesOf({ labels, buckets, sum }: Series): MetricValueWithName<string>[] {
  let count = 0;
  const bounds = [...BUCKETS, '+Inf'];
  const upTo = bounds.map((le, index) => {
    count += buckets[index] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...upTo,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}

type ObserveServeTime = (endpoint: string, outcome: string, seconds: number) => void;

/**
 * The times of requests of apps, as a histogram. The histogram of prom-client makes a text of the labels for each value,
 * which costs 2 % of a request for a snapshot.
 */
export function serveTimes(registry: Registry): ObserveServeTime {
  const all = new Map<string, Map<string, Series>>();
  const described = {
    name: NAME,
    help: 'Time to answer a request of an app with a serving key.',
    type: 'histogram',
    labelNames: ['endpoint', 'outcome'],
    aggregator: 'sum',
  };
  const values = () => [...all.values()].flatMap((byOutcome) => [...byOutcome.values()].flatMap(valuesOf));
  const metric = { ...described, get: async () => ({ ...described, values: values() }) };
  // The registry only calls `get`, but its type knows no other metrics than those of prom-client.
  registry.registerMetric(metric as unknown as Histogram);

  function seriesOf(endpoint: string, outcome: string): Series {
    const byOutcome = all.get(endpoint) ?? new Map<string, Series>();
    all.set(endpoint, byOutcome);
    const series = { labels: { endpoint, outcome }, buckets: BUCKETS.map(() => 0).concat(0), sum: 0 };
    byOutcome.set(outcome, series);
    return series;
  }

  return (endpoint, outcome, seconds) => {
    const series = all.get(endpoint)?.get(outcome) ?? seriesOf(endpoint, outcome);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket += 1;
    series.buckets[bucket]! += 1;
    series.sum += seconds;
  };
}
