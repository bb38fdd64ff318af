/**
 * The marks of an axis around both amounts: multiples of 1, 2 or 5 times a power of ten. From zero on, they are at most so many
 * steps apart.
 */
export function ticksOf(least: number, most: number, steps = 5): readonly number[] {
  const high = most > least ? most : least + 1;
  const wanted = (high - least) / steps;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((digit) => digit * power >= wanted) ?? 10);
  const ticks = [Math.floor(least / step) * step];
  while (ticks.at(-1)! < high) ticks.push(Number((ticks.at(-1)! + step).toPrecision(12)));
  return ticks;
}

/** From zero to the largest; whole numbers have whole marks. */
export const ticksFromZero = (values: readonly number[]): readonly number[] =>
  ticksOf(0, Math.max(values.every(Number.isInteger) ? 4 : 0, ...values));
