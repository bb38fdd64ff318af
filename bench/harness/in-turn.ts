/** One after the other, over and over. */
export function inTurn<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => {
    const value = values[next]!;
    next = (next + 1) % values.length;
    return value;
  };
}
