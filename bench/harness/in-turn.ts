/** Returns the values one after the other, and starts again after the last one. */
export function inTurn<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => {
    const value = values[next]!;
    next = (next + 1) % values.length;
    return value;
  };
}
