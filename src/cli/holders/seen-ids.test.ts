import { expect, it } from 'vitest';
import { SeenIds } from './seen-ids.ts';

it('finds the first record of every id that occurs twice, and no others', () => {
  const seen = new SeenIds();
  const count = 20_000;
  for (let n = 1; n <= count; n += 1) expect(seen.add(`h-${n}`, n)).toBeUndefined();
  for (let n = 1; n <= count; n += 1) expect(seen.add(`h-${n}`, count + n)).toBe(n);
});
