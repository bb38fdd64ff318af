import type { Quiet, Toll } from './judge.ts';

const kindOf = ({ request: { listener, shape } }: Toll) =>
  shape === undefined ? listener : `${listener}, ${shape}`;

/** The worst request to each listener so far, and that of each shape. */
export function worstOfEach() {
  const worst = new Map<string, Toll>();
  return {
    take(toll: Toll) {
      const kind = kindOf(toll);
      if (toll.stalled > (worst.get(kind)?.stalled ?? 0)) worst.set(kind, toll);
    },
    /** A line for each listener and shape. */
    text({ median, slowest }: Quiet): string {
      const lines = [...worst]
        .sort()
        .map(([kind, { request, sent, received, stalled, waited, memory }]) =>
          [
            kind.padEnd(20),
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
