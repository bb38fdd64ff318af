import type { Feed, SettledDay } from '../ports/statistics.ts';

interface Settled {
  readonly source: string;
  readonly metrics: number;
}

/**
 * What networks have settled for days, which replaces what others estimated. If several sources have settled a
 * metric, the first by name counts, so that nothing counts twice.
 */
export class SettledDays {
  readonly #ofDays = new Map<number, Map<string, Settled[]>>();
  /** Each source as one text, because there can be a million days. */
  readonly #sources = new Map<string, string>();

  add({ day, adSourceId, source, metrics }: SettledDay): void {
    const ofDay = this.#ofDays.get(day) ?? new Map<string, Settled[]>();
    this.#ofDays.set(day, ofDay);
    const one = this.#sources.get(source) ?? source;
    this.#sources.set(one, one);
    const settled = { source: one, metrics };
    const others = ofDay.get(adSourceId);
    if (others) others.push(settled);
    else ofDay.set(adSourceId, [settled]);
  }

  /** The days and ad sources for which something was settled. */
  *settled(): Generator<readonly [day: number, adSourceId: string]> {
    for (const [day, ofDay] of this.#ofDays) for (const adSourceId of ofDay.keys()) yield [day, adSourceId];
  }

  /** Bit mask of the metrics that some source has settled. */
  metricsOf(adSourceId: string, day: number): number {
    return this.#of(adSourceId, day).reduce((bits, { metrics }) => bits | metrics, 0);
  }

  /** Bit mask of the metrics of a feed that count. */
  countedOf({ adSourceId, source, settled, metrics }: Feed, day: number): number {
    if (!settled) return metrics & ~this.metricsOf(adSourceId, day);
    let [own, before] = [0, 0];
    for (const each of this.#of(adSourceId, day)) {
      if (each.source === source) own = each.metrics;
      else if (each.source < source) before |= each.metrics;
    }
    return own & ~before;
  }

  #of(adSourceId: string, day: number): readonly Settled[] {
    return this.#ofDays.get(day)?.get(adSourceId) ?? [];
  }
}
