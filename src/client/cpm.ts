import { numberFormat } from '../conventions/intl-formats.ts';

// Prices are whole micros as decimal text, never converted to floating point.
export const MICROS = 1_000_000n;
export const DECIMALS = 6;

/** CPMs are in US dollars, whatever the currency of the account (contract, cpmMicros). */
export const CPM_CURRENCY = 'USD';

/** The value as people type it: `2.5` for `2500000`. */
export function decimalOf(micros: string, leastDecimals = 2): string {
  const value = BigInt(micros);
  const whole = value / MICROS;
  const all = String(value % MICROS).padStart(DECIMALS, '0');
  let needed = DECIMALS;
  while (all[needed - 1] === '0') needed -= 1;
  const fraction = all.slice(0, Math.max(needed, leastDecimals));
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

const FORMAT = {
  style: 'currency',
  currency: CPM_CURRENCY,
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: DECIMALS,
} as const;

/** `$2.50`; more digits are shown if there are any. */
export const formatCpm = (micros: string, locale: string): string =>
  // As text, Intl formats every digit.
  numberFormat(locale, FORMAT).format(decimalOf(micros) as Intl.StringNumericLiteral);
