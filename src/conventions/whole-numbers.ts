/** A whole number from 0: a number up to 2^53 - 1, where numbers stop being exact, and a bigint above. */
export type WholeNumber = number | bigint;

/** Reads decimal digits. */
export function parseWholeNumber(digits: string): WholeNumber {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

/** The exact sum. */
export function addWholeNumbers(one: WholeNumber, other: WholeNumber): WholeNumber {
  if (typeof one === 'number' && typeof other === 'number' && Number.isSafeInteger(one + other))
    return one + other;
  return BigInt(one) + BigInt(other);
}
