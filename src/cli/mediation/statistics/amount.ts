const AMOUNT = /^(-?)(\d{1,15})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;
const PLACES = 6;

/**
 * Micros of a decimal text such as `0.00123456789` or `1.2E-4`, rounded half to even, without a float between.
 * Undefined if it is no amount.
 */
export function microsOfAmount(text: string): bigint | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // The digits count 10^-places each.
  const digits = BigInt(`${whole}${fraction}`);
  const places = fraction.length - Number(exponent) - PLACES;
  if (places <= 0) return (sign ? -1n : 1n) * digits * 10n ** BigInt(-places);
  const divisor = 10n ** BigInt(places);
  const quotient = digits / divisor;
  const twice = 2n * (digits % divisor);
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return (sign ? -1n : 1n) * (isUp ? quotient + 1n : quotient);
}
