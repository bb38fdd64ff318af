/** A check of an operation, from its table. */
export interface CheckRow {
  readonly step: string;
  readonly name: string;
  readonly reasons: readonly string[];
}

export interface CheckState {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'possible' | 'notKnown' | 'notReached';
}

/**
 * The outcome of each check of an operation, in order. The first failing check gives the answer. The log has only step
 * and reason, which several checks may share; each of those is then "possible". Empty if no check refuses with this
 * step and reason.
 */
export function checkStates(
  rows: readonly CheckRow[] | undefined,
  step: string | undefined,
  reason: string,
): readonly CheckState[] {
  if (!rows) return [];
  const refuses = (row: CheckRow) => row.step === step && row.reasons.includes(reason);
  const first = rows.findIndex(refuses);
  const last = rows.findLastIndex(refuses);
  if (first < 0) return [];
  const stateOf = (row: CheckRow, index: number): CheckState['state'] => {
    if (index < first) return 'passed';
    if (index > last) return 'notReached';
    if (refuses(row)) return first === last ? 'failed' : 'possible';
    return 'notKnown';
  };
  return rows.map((row, index) => ({ name: row.name, state: stateOf(row, index) }));
}
