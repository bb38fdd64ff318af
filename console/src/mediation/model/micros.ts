/** Prices are whole micros as decimal text, never converted to floating point. */
const MICROS = 1_000_000n;
const DECIMALS = 6;

/** CPMs are in US dollars, whatever the currency of the account (contract, cpmMicros). */
export const CPM_CURRENCY = 'USD';

/** The lowest CPM that the interface accepts: $0.01. */
const LEAST = 10_000n;

/** The largest int64. */
const MOST = 2n ** 63n - 1n;

/** The value as people type it: `2.5` for `2500000`. */
export function decimalOf(micros: string, leastDecimals = 2): string {
  const value = BigInt(micros);
  const whole = value / MICROS;
  const all = String(value % MICROS).padStart(DECIMALS, '0');
  const needed = all.replace(/0+$/, '').length;
  const fraction = all.slice(0, Math.max(needed, leastDecimals));
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

/** `US$2.50`; more digits are shown if there are any. */
export function formatCpm(micros: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: CPM_CURRENCY,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: DECIMALS,
  });
  // As text, Intl formats every digit.
  return format.format(decimalOf(micros) as Intl.StringNumericLiteral);
}

type CpmProblem = 'empty' | 'notNumber' | 'ambiguous' | 'tooPrecise' | 'tooLittle' | 'tooMuch';
type Cpm = { readonly micros: string } | { readonly problem: CpmProblem };

/** Reads a CPM as people type it: `2.5`, `2,50`, `$2.50`. A comma before three digits is ambiguous. */
export function parseCpm(text: string): Cpm {
  const typed = text.trim().replace(/^\$\s*/, '');
  if (typed === '') return { problem: 'empty' };
  const match = /^(\d*)(?:([.,])(\d*))?$/.exec(typed);
  if (!match || typed === '.' || typed === ',') return { problem: 'notNumber' };
  const [, whole = '', mark, fraction = ''] = match;
  if (mark === ',' && fraction.length === 3) return { problem: 'ambiguous' };
  if (fraction.replace(/0+$/, '').length > DECIMALS) return { problem: 'tooPrecise' };
  const micros = BigInt(whole || '0') * MICROS + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  if (micros < LEAST) return { problem: 'tooLittle' };
  if (micros > MOST) return { problem: 'tooMuch' };
  return { micros: String(micros) };
}

/** Descending order of prices. */
export function byPrice(one: string, other: string): number {
  const [a, b] = [BigInt(one), BigInt(other)];
  return a === b ? 0 : a > b ? -1 : 1;
}
