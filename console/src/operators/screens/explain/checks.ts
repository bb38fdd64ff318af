/** A check of an operation, from its table. */
interface CheckRow {
  readonly name: string;
}

export interface CheckState {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'notReached';
}

/**
 * The outcome of each check of an operation, in order: the first that fails gives the answer. Empty if the log does not name the
 * condition that did not hold.
 */
export function checkStates(
  rows: readonly CheckRow[] | undefined,
  condition: string | undefined,
): readonly CheckState[] {
  const failed = rows?.findIndex(({ name }) => name === condition) ?? -1;
  if (!rows || failed < 0) return [];
  const stateOf = (index: number): CheckState['state'] => {
    if (index === failed) return 'failed';
    return index < failed ? 'passed' : 'notReached';
  };
  return rows.map(({ name }, index) => ({ name, state: stateOf(index) }));
}
