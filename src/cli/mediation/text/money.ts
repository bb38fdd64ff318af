import { UsageError } from '../../cli-errors.ts';

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

/** The decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD (ISO 4217). */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Micros as a decimal text with at least so many decimals. */
export function decimal(micros: string, least = 2): string {
  const isNegative = micros.startsWith('-');
  const digits = micros.replace('-', '').padStart(PLACES + 1, '0');
  const places = digits.slice(-PLACES);
  let length = places.length;
  while (length > least && places.charAt(length - 1) === '0') length -= 1;
  const fraction = places.slice(0, length);
  const text = `${isNegative ? '-' : ''}${digits.slice(0, -PLACES)}`;
  return fraction === '' ? text : `${text}.${fraction}`;
}
