import { numberFormat } from '../../../src/conventions/intl-formats.ts';

/** `4 120`: with narrow spaces between thousands. */
export const n = (count: number): string => numberFormat('en-GB').format(count).replaceAll(',', '\u202f');

/** `1 record`, `4 120 records`. */
export const of = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${n(count)} ${more}`;
