import { UsageError } from '../../failures.ts';

const PLACES = 6;

/** Micros of a decimal text such as `2.50`, without a float between. @throws UsageError */
export function microsOf(text: string, option: string): string {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined)
    throw new UsageError(
      `${option} takes an amount such as 2.50, with a point and at most ${PLACES} decimals`,
    );
  return BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`).toString();
}

/** Micros as a decimal text with at least two decimals. */
export function decimal(micros: string): string {
  const isNegative = micros.startsWith('-');
  const digits = micros.replace('-', '').padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0{1,4}$/, '');
  return `${isNegative ? '-' : ''}${digits.slice(0, -PLACES)}.${fraction}`;
}
