/** The row some steps on; the first or last one where the keys were at none, and no further than the ends. */
export function move(ids: readonly string[], current: string | undefined, steps: number): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (at === -1) return steps > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(Math.max(at + steps, 0), ids.length - 1)];
}
