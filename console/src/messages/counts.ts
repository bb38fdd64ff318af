/** `4 120`: with narrow spaces between thousands. */
export const n = (count: number): string =>
  new Intl.NumberFormat('en-GB').format(count).replaceAll(',', '\u202f');

/** `1 record`, `4 120 records`. */
export const of = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${n(count)} ${more}`;
