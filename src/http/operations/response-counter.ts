import { Counter, type Registry } from 'prom-client';

interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly registers: Registry[];
}

const CLASSES = [1, 2, 3, 4, 5];

type ResponseCounter = (name: string, status: number) => void;

/**
 * Counts responses by interface and class of the status. The counts are plain numbers, which the
 * counter of prom-client takes over when the metrics are read: its own `inc` makes and looks up a text of the labels.
 */
export function responseCounter(options: MetricOptions): ResponseCounter {
  const counts = new Map<string, number[]>();
  new Counter({
    ...options,
    labelNames: ['interface', 'status'],
    collect() {
      this.reset();
      for (const [name, byClass] of counts)
        for (const of of CLASSES)
          if (byClass[of]) this.inc({ interface: name, status: `${of}xx` }, byClass[of]);
    },
  });
  return (name, status) => {
    let byClass = counts.get(name);
    if (!byClass) {
      byClass = [0, 0, 0, 0, 0, 0];
      counts.set(name, byClass);
    }
    byClass[Math.trunc(status / 100)]! += 1;
  };
}
