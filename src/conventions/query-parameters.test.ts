import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuery } from './query-parameters.ts';

const grouped = (text: string) => {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) query.set(name, [...(query.get(name) ?? []), value]);
  return query;
};

it('a query is read as a URL library reads it, also if it is malformed', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '=',
    '&',
    '+',
    '%',
    '?',
    '%2F',
    '%26',
    '%C3%A4',
    '%E4',
    '%EF%BB%BF',
    'ä',
    '\u0000',
    '%00',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(parseQuery(text)).toEqual(grouped(text));
    }),
    { numRuns: 2000 },
  );
});
