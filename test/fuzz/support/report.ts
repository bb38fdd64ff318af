import type { Quiet, Toll } from './judge.ts';

/** The worst request to each listener so far. */
export function worstOfEach() {
  const worst = new Map<string, Toll>();
  return {
    take(toll: Toll) {
      const { listener } = toll.request;
      if (toll.stalled > (worst.get(listener)?.stalled ?? 0)) worst.set(listener, toll);
    },
    /** A line for each listener. */
    text({ median, slowest }: Quiet): string {
      const lines = [...worst].map(([listener, { request, sent, received, stalled, waited, memory }]) =>
        [
          listener.padEnd(8),
          `stall ${stalled.toFixed(1)} ms`,
          `${(stalled / median).toFixed(1)} quiet health checks`,
          ...(waited > 0 ? [`health check ${waited.toFixed(1)} ms`] : []),
          `${(memory / 1e6).toFixed(0)} MB`,
          `sent ${sent}, received ${received} bytes`,
          `${request.name}: ${request.method} ${request.path.slice(0, 80)}`,
        ].join(' · '),
      );
      return [
        `quiet health check: ${median.toFixed(2)} ms, the slowest ${slowest.toFixed(2)} ms`,
        ...lines,
      ].join('\n');
    },
  };
}
