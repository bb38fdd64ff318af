/** Values that each hold from their time until the next one. */
export interface Steps {
  /** Seconds since the epoch, as uPlot takes them. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

interface Peak {
  readonly time: number;
  readonly value: number;
}

/** The first of the highest values. */
export function peakOf({ times, values }: Steps): Peak | undefined {
  if (values.length === 0) return undefined;
  const value = Math.max(...values);
  return { value, time: times[values.indexOf(value)]! * 1000 };
}

/** A round number at or above the highest value, so that the axis ends at a tick; 4 at least for counts, whose ticks are whole. */
export function roundUp(value: number, least = 4): number {
  if (value <= least) return least;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}
