import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasFewValues, MOST_VALUES } from './strict-json.ts';

const counted = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, child) => sum + counted(child), 0);
};

const has = (json: string, most: number) => hasFewValues(Buffer.from(json), most);

describe('The number of values in a JSON text', () => {
  it('values are counted without parsing the text', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 40 }), (json, most) => {
        const values = counted(JSON.parse(json));
        // An empty array or object counts as one more.
        const empty = json.split(/\[\s*\]|\{\s*\}/).length - 1;
        if (values + empty <= most) expect(has(json, most)).toBe(true);
        if (Buffer.byteLength(json) > most && values > most) expect(has(json, most)).toBe(false);
      }),
    );
  });

  it('characters inside strings are not counted as values', () => {
    expect(has(`{"a": "${',[{\\"'.repeat(9)}", "b\\\\": ["]"]}`, 5)).toBe(true);
    expect(has(`{"a": "${',[{\\"'.repeat(9)}", "b\\\\": ["]"]}`, 3)).toBe(false);
  });

  it('counting stops at a limit', () => {
    const zeros = (count: number) => Buffer.from(JSON.stringify(Array(count).fill(0)));
    expect(hasFewValues(zeros(MOST_VALUES - 2))).toBe(true);
    expect(hasFewValues(zeros(MOST_VALUES + 1))).toBe(false);
  });

  it.each(['"', '"\\', '[,"', '\\"'])('values are counted in a text that ends in %j', (end) => {
    expect(has(`${' '.repeat(9)}${end}`, 4)).toBe(true);
  });
});
