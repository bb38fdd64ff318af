/** Levenshtein: how many characters must be put in, taken out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const MOST = 3;

function farness(name: string, known: string): number {
  if (known.endsWith(`.${name}`) || known.startsWith(`${name}.`)) return 1;
  return distance(name.toLowerCase(), known.toLowerCase());
}

/** The known names that somebody may have meant, nearest first; "" when none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const most = Math.max(2, Math.floor(name.length / 5));
  const near = known
    .map((one) => ({ one, far: farness(name.slice(0, 100), one) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  const [nearest] = near;
  const meant = near.filter(({ far }) => far === nearest?.far).slice(0, MOST);
  return meant.length === 0 ? '' : `; did you mean ${meant.map(({ one }) => one).join(' or ')}?`;
}
