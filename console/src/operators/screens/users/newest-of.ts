interface Entry {
  /** Sorts by time. */
  readonly id: string;
}

/** The newest entries of several lists, each of which has its newest ones, without those that are in two of them. */
export function newestOf<Row extends Entry>(
  lists: readonly (readonly Row[])[],
  count: number,
): readonly Row[] {
  const byId = new Map(lists.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, count);
}
