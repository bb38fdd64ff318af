/**
 * The marks of an axis around both amounts: multiples of 1, 2 or 5 times a power of ten. From zero on, they are at most so many
 * steps apart.
 */
export function ticksOf(least: number, most: number, steps = 5): readonly number[] {
  const high = most > least ? most : least + 1;
  const wanted = (high - least) / steps;
  const exponent = Math.floor(Math.log10(wanted));
  const digit = [1, 2, 5, 10].find((one) => one * 10 ** exponent >= wanted) ?? 10;
  // A division by a power of ten is exact to the last digit, a product with one below one is not.
  const at = (index: number) =>
    exponent < 0 ? (index * digit) / 10 ** -exponent : index * digit * 10 ** exponent;
  const from = Math.floor(least / at(1));
  const to = Math.ceil(high / at(1));
  return Array.from({ length: to - from + 1 }, (_, index) => at(from + index));
}

/** From zero to the largest; whole numbers have whole marks. */
export const ticksFromZero = (values: readonly number[]): readonly number[] =>
  ticksOf(0, Math.max(values.every(Number.isInteger) ? 4 : 0, ...values));
