/** US dollars as text, such as 2.50, in micros. */
export function microsOf(dollars: string): string {
  const [whole = '0', fraction = ''] = dollars.split('.');
  return String(BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0')));
}

/** Micros as dollars with at least two decimals: 2500000 is 2.50. */
export function dollarsOf(micros: string): string {
  const digits = micros.padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -6)}.${fraction}`;
}
