import leven from 'leven';

/** How many names are suggested at most. */
const MOST = 3;

function farness(name: string, known: string): number {
  if (known.endsWith(`.${name}`) || known.startsWith(`${name}.`)) return 1;
  return leven(name.toLowerCase(), known.toLowerCase());
}

/** Suggests the known names that are nearest; "" when none is near. */
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
