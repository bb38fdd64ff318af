/** For smaller x, Stirling's series needs more terms than these to be exact to a double. */
const STIRLING_FROM = 10;
/** B(2k) / (2k (2k - 1)) of Stirling's series, for k = 1, 2, … */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360];

/** ln Γ(x) for x > 0. */
export function lnGamma(x: number): number {
  let shifted = x;
  let product = 1;
  for (; shifted < STIRLING_FROM; shifted += 1) product *= shifted;
  const square = shifted * shifted;
  const tail = STIRLING.reduceRight((sum, term) => sum / square + term, 0) / shifted;
  const head = (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2;
  return head + tail - Math.log(product);
}

/** From this value on, the continued fraction converges fast, and 1 - erf(x) would lose digits. */
const FRACTION_FROM = 2;
const FRACTION_TERMS = 120;

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; sum + term !== sum; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** The complementary error function for x >= 0. */
export function erfc(x: number): number {
  if (x < FRACTION_FROM) return 1 - erfSeries(x);
  let fraction = x;
  for (let n = FRACTION_TERMS; n > 0; n -= 1) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}
