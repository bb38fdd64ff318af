import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StatusError } from '../status.ts';
import { type FilterField, type FilterTable, matchesFilter, readFilter } from './check.ts';

const url = new URL('../../../test/vectors/conventions/filter.json', import.meta.url);
const { fields, items, accepted, refused } = JSON.parse(readFileSync(url, 'utf8'));

type FieldData = FilterField & { upperCase?: boolean };

const table: FilterTable = Object.fromEntries(
  Object.entries(fields as Record<string, FieldData>).map(([name, { upperCase, ...field }]) => [
    name,
    upperCase ? { ...field, normalize: (value: string) => value.toUpperCase() } : field,
  ]),
);

type Item = Readonly<Record<string, string | readonly string[]>>;

const idsLeft = (filter: string | undefined) => {
  const read = readFilter(filter, table);
  return (items as Item[]).filter((item) => matchesFilter(read, (field) => item[field])).map(({ ID }) => ID);
};

function refusal(filter: string): StatusError {
  try {
    readFilter(filter, table);
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('The parameter filter', () => {
  it.each(accepted as { filter: string; ids: string[] }[])(
    'the filter $filter selects the expected items',
    ({ filter, ids }) => {
      expect(idsLeft(filter)).toEqual(ids);
    },
  );

  it.each(refused as { filter: string; descriptions?: string[] }[])(
    'the filter $filter is refused',
    ({ filter, descriptions }) => {
      const { code, reason, violations } = refusal(filter);
      expect({ code, reason }).toEqual({ code: 'INVALID_ARGUMENT', reason: 'INVALID_FILTER' });
      expect(violations.every(({ field }) => field === 'filter')).toBe(true);
      if (descriptions) expect(violations.map(({ description }) => description)).toEqual(descriptions);
    },
  );

  it('an absent filter selects everything', () => {
    expect(readFilter(undefined, table)).toEqual([]);
  });

  it('a filter with more than 65536 characters or 100 terms is refused', () => {
    expect(refusal(`IN(ID, "${'x'.repeat(66_000)}")`).message).toContain('65536');
    const call = 'IN(ID, "1")';
    expect(readFilter(Array.from({ length: 100 }, () => call).join(' AND '), table)).toHaveLength(100);
    expect(refusal(Array.from({ length: 101 }, () => call).join(' AND ')).message).toContain('100');
    expect(refusal(`IN(ID, "${'\\"'.repeat(30_000)}`).message.length).toBeLessThan(200);
    expect(refusal(`IN(${'A'.repeat(60_000)}, "1")`).message.length).toBeLessThan(400);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'B', '"', "'", '\\', ',', '(', ')', ' ', 'ü', '\n') });
  const quote = fc.constantFrom('"', "'");
  const clause = fc.record({
    field: fc.constantFrom('NAME', 'TAGS'),
    values: fc.array(fc.tuple(text, quote), { minLength: 1, maxLength: 3 }),
  });
  const item = fc.record({
    NAME: fc.option(text, { nil: undefined }),
    TAGS: fc.array(text, { maxLength: 3 }),
  });

  it('a filter selects the same items as a plain search, for all values', () => {
    const two: FilterTable = { NAME: { function: 'IN' }, TAGS: { function: 'CONTAINS_ANY' } };
    fc.assert(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 3 }), item, (clauses, one) => {
        const calls = clauses.map(({ field, values }) => {
          const written = values.map(([value, mark]) => mark + value.replace(/["'\\]/g, '\\$&') + mark);
          return `${field === 'NAME' ? 'IN' : 'CONTAINS_ANY'}(${field}, ${written.join(', ')})`;
        });
        const expected = clauses.every(({ field, values }) => {
          const own = field === 'NAME' ? [one.NAME] : one.TAGS;
          return values.some(([value]) => own.includes(value));
        });
        const filter = readFilter(calls.join(' AND '), two);
        const valuesOf = (field: string) => (field === 'NAME' ? one.NAME : one.TAGS);
        expect(matchesFilter(filter, valuesOf)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('any other text as a filter is refused with a StatusError', () => {
    const token = fc.constantFrom(
      'IN',
      'CONTAINS_ANY',
      '(',
      ')',
      ',',
      '"',
      "'",
      '\\',
      'ID',
      'AND',
      'OR',
      ' ',
      '1',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        try {
          readFilter(tokens.join(''), table);
        } catch (error) {
          expect(error).toBeInstanceOf(StatusError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
