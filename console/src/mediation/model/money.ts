import { numberFormat } from '../../../../src/conventions/intl-formats.ts';

/** With a true minus in place of a hyphen. */
export const withMinus = (number: string): string => number.replace('-', '−');

const DIGITS = {
  /** The decimals of the currency. */
  usual: {},
  /** An amount below the least coin has as many digits as it needs, up to three: else it would be nothing. */
  small: { maximumSignificantDigits: 3 },
  /** A mark of an axis, which is round. */
  mark: { maximumFractionDigits: 6 },
  /** A mark of an axis whose marks are all whole. */
  whole: { maximumFractionDigits: 0 },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

const formatOf = (digits: keyof typeof DIGITS, currency: string, locale: string): Intl.NumberFormat =>
  numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...DIGITS[digits] });

/** An amount as people read it, everywhere in the console: `$0.57`, `−$1.20`, `$0.00123`. */
export function moneyText(
  amount: number,
  currency: string,
  locale: string,
  mark?: 'mark' | 'whole' | undefined,
): string {
  const usual = formatOf('usual', currency, locale);
  const least = 10 ** -(usual.resolvedOptions().maximumFractionDigits ?? 2);
  const isSmall = amount !== 0 && Math.abs(amount) < least;
  return withMinus(formatOf(mark ?? (isSmall ? 'small' : 'usual'), currency, locale).format(amount));
}
