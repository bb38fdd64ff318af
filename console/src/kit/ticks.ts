/**
 * The marks of an axis around both amounts: multiples of 1, 2 or 5 times a power of ten. From zero on, they are at most so many
 * steps apart.
 */
export function ticksOf(least: number, most: number, steps = 5): readonly number[] {
  const high = most > least ? most : least + 1;
  const wanted = (high - least) / steps;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((digit) => digit * power >= wanted) ?? 10);
  const ticks: number[] = [];
  // Each from its own multiple: a sum of steps may miss zero.
  for (let count = Math.floor(least / step); !(ticks.at(-1)! >= high); count += 1)
    ticks.push(Number((count * step).toPrecision(12)));
  return ticks;
}

/** From zero to the largest; whole numbers have whole marks. */
export const ticksFromZero = (values: readonly number[]): readonly number[] =>
  ticksOf(0, Math.max(values.every(Number.isInteger) ? 4 : 0, ...values));

/** The room below the least of a mean, as a part of the largest: without it, a mean that hardly changes would fill the picture. */
const ROOM = 0.05;

/** Around all of them with a little room, for means and rates: what they differ by is read from them, not their size. */
export const ticksAround = (values: readonly number[]): readonly number[] => {
  const most = Math.max(0, ...values);
  return ticksOf(Math.max(0, Math.min(most, ...values) - most * ROOM), most);
};
