/** A compromise is practised at least once a year (docs/operate/compromise.md). */
export function nextDrillTime(last: string): string {
  const next = new Date(last);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString();
}

/** The steps of a drill: the commands that a person types where the data folder is. */
export const DRILL_COMMAND = 'diptych keys drill documentSigner --out drill.json';
export const drillCheckCommand = (sealKey: string): string =>
  `diptych keys check-drill drill.json --seal-key ${sealKey}`;
