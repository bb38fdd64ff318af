import { expect, it } from 'vitest';
import { isCountry } from '../../../mediation/countries.ts';
import { regionReader } from './regions.ts';

const region = regionReader();

it('every country is found by its code, and by its English name in CLDR', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
  expect(codes.length).toBeGreaterThan(240);
  for (const code of codes) {
    expect(region(code.toLowerCase())).toBe(code);
    expect(region(names.of(code) ?? '')).toBe(code);
  }
});

it.each([
  ['UK', 'GB'],
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Korea, Republic of', 'KR'],
  ['South Korea', 'KR'],
  ['Czech Republic', 'CZ'],
  ['Turkey', 'TR'],
  ['Turkiye', 'TR'],
  ['Russian Federation', 'RU'],
  ['Viet Nam', 'VN'],
  ['Ivory Coast', 'CI'],
  ["Cote d'Ivoire", 'CI'],
  ['Congo, the Democratic Republic of the', 'CD'],
  ['Congo - Kinshasa', 'CD'],
  ['Hong Kong', 'HK'],
  ['Macau', 'MO'],
  ['Taiwan, Province of China', 'TW'],
  ['Trinidad and Tobago', 'TT'],
  ['St Lucia', 'LC'],
  ['Saint Kitts and Nevis', 'KN'],
  ['Bosnia and Herzegovina', 'BA'],
  ['The Bahamas', 'BS'],
  ['NA', 'NA'],
  ['Unknown Region', ''],
  ['(not set)', ''],
  ['-', ''],
])('“%s” is “%s”', (text, code) => {
  expect(region(text)).toBe(code);
});

it.each(['Atlantis', 'ZQ', 'EU', '419', 'AA', 'Deutschlandd', 'constructor'])(
  '“%s” is no country',
  (text) => {
    expect(() => region(text)).toThrow('is not a country such as DE or Germany');
  },
);
