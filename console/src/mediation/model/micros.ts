import { DECIMALS, MICROS } from '../../../../src/client/cpm.ts';

/** The lowest CPM that the interface accepts: $0.01. */
const LEAST = 10_000n;

/** The largest int64. */
const MOST = 2n ** 63n - 1n;

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
