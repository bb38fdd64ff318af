/** What people mean by codes that no request has. */
const MEANT: Readonly<Record<string, string>> = {
  EN: 'EN is a language; did you mean GB or US?',
  EU: 'EU is a group of countries; name the countries.',
  UK: 'Did you mean GB?',
};

export function advice(code: string): string {
  if (/^\d+$/.test(code)) return 'Numbers are groups of countries; name the countries.';
  return MEANT[code] ?? 'CLDR has no such region.';
}
