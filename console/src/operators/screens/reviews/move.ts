/** The row that is some steps away, at most the first or last one. Without a current row it is the first or last. */
export function move(ids: readonly string[], current: string | undefined, steps: number): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (at === -1) return steps > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(Math.max(at + steps, 0), ids.length - 1)];
}
