import type { StatisticsStore } from '../ports/statistics.ts';

/** The source of what devices send themselves. */
export const DEVICE_SOURCE = 'device';

export const MOST_SOURCES = 50;

/** Sources of all publishers that are remembered. */
const MOST_KNOWN = 10_000;

/** Knows sources that were seen, so that most batches need not look. */
export function sourceNames(statistics: Pick<StatisticsStore, 'feeds'>) {
  const known = new Set<string>();
  return {
    /** False if it would be one source too many. */
    async admits(publisherId: string, source: string): Promise<boolean> {
      const name = `${publisherId} ${source}`;
      if (known.has(name)) return true;
      const sources = new Set((await statistics.feeds(publisherId)).map((feed) => feed.source));
      if (!sources.has(source) && sources.size >= MOST_SOURCES) return false;
      if (known.size >= MOST_KNOWN) known.clear();
      if (sources.has(source)) known.add(name);
      return true;
    },
  };
}
