import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('Canonical JSON (RFC 8785)', () => {
  it('canonical JSON: the examples of 3.2.2 and 3.2.3 are written as printed', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('canonical JSON sorts by UTF-16 code units, as in 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    const order = Object.keys(JSON.parse(canonicalJson(value)) as object);
    expect(order).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
  });

  it('canonical JSON omits undefined members and writes equal values alike', () => {
    expect(canonicalJson({ b: undefined, a: { d: 1, c: [] } })).toBe('{"a":{"c":[],"d":1}}');
  });
});
