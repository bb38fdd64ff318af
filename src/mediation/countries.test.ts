import { describe, expect, it } from 'vitest';
import { isCountry } from './countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`));

/** Regions with a name in CLDR that are no countries: groups, old names, and unknown or private ones. */
const OTHERS = new Set(
  'AN BU CS DD DY EU EZ FX HV NH NQ NT PC PU PZ QO QU RH SU TP UK UN VD WK XA XB YD YU ZR ZZ CT FQ JT MI'.split(
    ' ',
  ),
);

describe('Countries of CLDR', () => {
  it('are the regions of two letters that ICU names, without groups of countries and old codes', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const named = PAIRS.filter((code) => names.of(code) !== undefined && !OTHERS.has(code));
    expect(PAIRS.filter(isCountry)).toEqual(named);
  });
});
