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
