import { isAssignedCountry } from '../conventions/iso-3166.ts';

/**
 * Codes that ISO 3166-1 reserves and CLDR has as regions of their own, so that networks report them, and XK, by which
 * everybody means Kosovo.
 */
const OTHERS: ReadonlySet<string> = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA', 'XK']);

/** Whether a request can come from there: not from a group of countries, and ZZ and XX stand for none. */
export const isCountry = (code: string): boolean => isAssignedCountry(code) || OTHERS.has(code);

const LETTERS = /^[A-Za-z]{2}$/;

/** The same for capital and small letters: apps and proxies send both. The upper case of `ß` is SS, South Sudan. */
export const isCountryInAnyCase = (code: string): boolean =>
  LETTERS.test(code) && isCountry(code.toUpperCase());
